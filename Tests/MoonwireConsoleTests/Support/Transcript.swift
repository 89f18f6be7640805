import MoonwireConsole
import Synchronization

/// What a console wrote when it was called.
struct Transcript {
    private(set) var output: String
    private(set) var complaints: String
    let status: Console.Status

    init(of console: Console = Console(), _ arguments: [String]) {
        let lines = Lines()
        let complaints = Lines()
        status = console.run(
            arguments,
            output: Console.Output(standardOutput: { lines.append($0) }, standardError: { complaints.append($0) }))
        output = lines.text
        self.complaints = complaints.text
    }

    /// The same with a piece of text left out wherever it stands.
    func without(_ piece: String) -> Transcript {
        var copy = self
        copy.output = output.replacing(piece, with: "")
        copy.complaints = complaints.replacing(piece, with: "")
        return copy
    }
}

private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    func append(_ line: String) { lines.withLock { $0.append(line) } }

    var text: String { lines.withLock { $0.joined(separator: "\n") } }
}

/// The note of a check that knows no types.
let uncheckedNote = """
    note: the types are not known: names of types, labels, arguments, methods, and properties were not checked
        `TypeRegistry.manifest()` writes the data about types that a check needs
    """
