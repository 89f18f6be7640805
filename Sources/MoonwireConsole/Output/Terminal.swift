import Foundation

/// The features of a terminal that output uses; none of them for files and pipes.
package struct Terminal: Sendable {
    package var isColored = false
    /// The number of characters in a line; nil if lines can have any length.
    package var width: Int?

    package static let none = Terminal()

    package init(isColored: Bool = false, width: Int? = nil) {
        self.isColored = isColored
        self.width = width
    }

    /// The terminal to which a descriptor leads.
    init(descriptor: Int32, variables: [String: String] = ProcessInfo.processInfo.environment) {
        guard isatty(descriptor) == 1 else { return }
        isColored = Self.allowsColors(variables)
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { width = Int(size.ws_col) }
    }

    /// Whether the user has not turned colors off: https://no-color.org.
    package static func allowsColors(_ variables: [String: String]) -> Bool {
        (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb"
    }
}
