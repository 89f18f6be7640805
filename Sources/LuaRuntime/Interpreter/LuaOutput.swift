internal import MoonwireSupport
public import MoonwireValues

/// A line that a script printed, or a warning.
public struct LuaOutput: Sendable, Hashable {
    /// How the script wrote it.
    public enum Kind: Sendable, Hashable {
        /// The arguments of `print`, joined by tabs.
        case print
        /// The arguments of `warn`, joined.
        case warning
        /// The number of lines that were left out because an entry exceeded its limits.
        case omission
    }

    /// How the script wrote it.
    public let kind: Kind
    /// What the script wrote.
    public let text: String
    /// The line of the script.
    public let location: ScriptLocation?

    /// Creates output.
    ///
    /// - Parameters:
    ///   - kind: How the script wrote it.
    ///   - text: What the script wrote.
    ///   - location: The line of the script.
    public init(_ kind: Kind, _ text: String, location: ScriptLocation? = nil) {
        self.kind = kind
        self.text = text
        self.location = location
    }

    /// Writes printed lines to standard output, and warnings to standard error.
    ///
    /// This is the default output of an interpreter. On a terminal, control characters are shown as `\u001b`, so that scripts cannot
    /// control the terminal.
    ///
    /// - Parameter output: The output.
    @Sendable public static func show(_ output: LuaOutput) {
        if output.kind == .print { return Swift.print(output.text(for: STDOUT_FILENO)) }
        var line = "\(output.text(for: STDERR_FILENO))\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension LuaOutput {
    private func text(for descriptor: Int32) -> String {
        isatty(descriptor) == 1 ? description.withVisibleControls : description
    }
}

extension LuaOutput: CustomStringConvertible {
    /// The text; a warning begins with its location.
    public var description: String {
        guard kind != .print else { return text }
        return (location.map { "\($0): " } ?? "") + "warning: \(text)"
    }
}
