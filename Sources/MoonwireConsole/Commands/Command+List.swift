import Moonwire
import MoonwireCore

extension Command {
    /// Answers a call that lists some of what a wiring consists of: rows for the terminal, or all that is known as JSON.
    func list<Item: Encodable>(
        _ wiring: Wiring, _ invocation: Invocation, orNothing nothing: String, rows: (Item) -> [[String]],
        _ choose: (Inspection, Options) throws -> [Item]
    ) -> CommandStatus {
        answer(invocation) { options in
            try wiring.tell(options.operands, options, invocation.output) { inspection in
                let items = try choose(inspection, options)
                try Format(options).write(
                    Columns(items.flatMap(rows)).lines, orNothing: nothing, json: items, to: invocation.output)
            }
        }
    }
}
