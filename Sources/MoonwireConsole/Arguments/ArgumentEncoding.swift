import Foundation

/// The encoding of the process's arguments.
enum ArgumentEncoding {
    /// Whether an argument was not UTF-8, so that Swift replaced some of its bytes.
    static func isRepaired(_ argument: String) -> Bool {
        guard argument.unicodeScalars.contains("\u{FFFD}") else { return false }
        return repaired.contains(argument)
    }

    private static let repaired: Set<String> = {
        // Written once, before the program begins, and never freed.
        let arguments = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return Set(
            arguments.compactMap { argument in
                guard let argument, String(validatingCString: argument) == nil else { return nil }
                return String(cString: argument)
            })
    }()
}
