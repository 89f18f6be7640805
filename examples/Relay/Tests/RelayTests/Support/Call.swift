import MoonwireConsole
import Synchronization

/// What a call of `moonwire attach` to a program prints.
struct Call: Sendable {
    let status: Console.Status
    let output: String
    let complaints: String

    init(_ socket: String, _ arguments: String...) { self.init(socket, arguments) }

    init(_ socket: String, _ arguments: [String]) {
        let (output, complaints) = (Printed(), Printed())
        status = Console().run(
            ["attach", socket] + arguments,
            output: Console.Output(standardOutput: { output.add($0) }, standardError: { complaints.add($0) }))
        self.output = output.text
        self.complaints = complaints.text
    }
}

private final class Printed: Sendable {
    private let all = Mutex("")

    var text: String { all.withLock { $0 } }

    func add(_ piece: String) { all.withLock { $0 += piece + "\n" } }
}
