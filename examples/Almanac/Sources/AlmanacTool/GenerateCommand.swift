import AlmanacParts
import Foundation
import MoonwireConsole

/// `generate COUNT FOLDER`: writes pages for measurements.
struct GenerateCommand: Command {
    let name = "generate"
    let summary = "write so many pages into a folder, to measure with"

    let details = "Writes COUNT pages of Markdown, always the same ones, into FOLDER."
    let operands = [Operand(ValueHint("COUNT")), Operand(ValueHint("FOLDER", .folder))]
    let example: String? = "2000 /tmp/pages"

    func run(_ invocation: Invocation) -> CommandStatus {
        let arguments = invocation.arguments
        guard arguments.count == 2, let count = Int(arguments[0]), count > 0 else {
            invocation.output.complain(help(program: invocation.program))
            return arguments == ["--help"] ? .clean : .usage
        }
        do {
            try GeneratedPages(count: count).write(to: arguments[1])
            return .clean
        } catch {
            invocation.output.complain("\(arguments[1]): cannot be written: \(error.localizedDescription)")
            return .faults
        }
    }
}
