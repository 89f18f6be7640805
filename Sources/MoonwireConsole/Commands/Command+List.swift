import Moonwire
import MoonwireCore

extension Command {
    /// Runs a call that lists items of a wiring: as rows, or as JSON.
    func list<Item: Encodable>(
        _ wiring: Console.Wiring, _ invocation: Invocation, orNothing nothing: String, rows: (Item) -> [[String]],
        _ choose: (Inspection, Options) throws -> [Item]
    ) -> Console.Status {
        answer(invocation) { options in
            try wiring.tell(options.operands, options, invocation.output) { inspection in
                let items = try choose(inspection, options)
                try Format(options).write(
                    Columns(items.flatMap(rows)).lines(fitting: invocation.output.terminal.width), orNothing: nothing,
                    json: items, to: invocation.output)
            }
        }
    }
}
