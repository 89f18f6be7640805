import MoonwireConsole
import Synchronization

/// What a console wrote when it was called.
struct Transcript {
    private(set) var output: String
    private(set) var complaints: String
    let status: Console.Status

    init(of console: Console = Console(), _ arguments: [String]) {
        let (lines, complaints) = (Lines(), Lines())
        let status = console.run(arguments, output: Self.output(lines, complaints))
        self.init(lines, complaints, status)
    }

    /// The transcript of a call that a task awaits.
    init(awaiting console: Console, _ arguments: [String]) async {
        let (lines, complaints) = (Lines(), Lines())
        let status = await console.runAsynchronously(arguments, output: Self.output(lines, complaints))
        self.init(lines, complaints, status)
    }

    private init(_ lines: Lines, _ complaints: Lines, _ status: Console.Status) {
        output = lines.text
        self.complaints = complaints.text
        self.status = status
    }

    private static func output(_ lines: Lines, _ complaints: Lines) -> Console.Output {
        Console.Output(standardOutput: { lines.append($0) }, standardError: { complaints.append($0) })
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
