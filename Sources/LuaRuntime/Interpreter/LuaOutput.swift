internal import MoonwireSupport
public import MoonwireValues

/// Something that a script said: by `print`, or by `warn`.
public struct LuaOutput: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// What `print` was given, joined by tabulators.
        case print
        /// What `warn` was given, joined.
        case warning
        /// The last of an entry that said more than its limits let through: how much was left out.
        case omission
    }

    public let kind: Kind
    public let text: String
    /// The script line that said it.
    public let location: ScriptLocation?

    public init(_ kind: Kind, _ text: String, location: ScriptLocation? = nil) {
        self.kind = kind
        self.text = text
        self.location = location
    }

    /// What an interpreter does with it that was told nothing else: prints go to standard output, the rest to standard error.
    ///
    /// On a terminal, control characters are shown as `\u001b`: a script does not take the terminal over.
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
    /// The text as `print` would show it; a warning begins with where it comes from.
    public var description: String {
        guard kind != .print else { return text }
        return (location.map { "\($0): " } ?? "") + "warning: \(text)"
    }
}
