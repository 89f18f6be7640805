/// An error or a warning of the compiler.
struct CompilerMessage: Sendable, Equatable {
    /// The first line is 1.
    let line: Int
    let text: String

    /// Nil if the line of output is not an error or a warning in the file.
    init?(_ output: Substring, of path: String) {
        guard output.hasPrefix("\(path):") else { return nil }
        let parts = output.dropFirst(path.count + 1).split(separator: ":", maxSplits: 3).map(\.trimmed)
        guard parts.count == 4, ["error", "warning"].contains(parts[2]), let line = Int(parts[0]) else { return nil }
        self.line = line
        text = parts[3]
    }
}
