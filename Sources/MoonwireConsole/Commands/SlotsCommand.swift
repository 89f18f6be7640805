import Moonwire
package import MoonwireCore

/// `slots ID`: lists the slots of an instance that the container holds.
package struct SlotsCommand: Command {
    package let name = "slots"
    package let summary = "list the slots of an instance, and what the wiring injects into each"
    private let container: Container

    package init(_ container: Container) {
        self.container = container
    }

    package var details: String {
        """
        Lists the slots of the instance that the container holds for a service: their types, their property wrappers, and
        the rules and services that fill them, with their lines. It does not read the values, which the program may be
        changing, and builds nothing.
        """
    }

    package var operands: [Operand] { [Operand(.id)] }
    package var options: [Option] { [.help] }
    package var example: String? { "dashboard" }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            guard let id = options.operands.first else { throw UsageError.whichService }
            if options.operands.count > 1 { throw UsageError.unexpectedArgument(options.operands[1]) }
            if !container.contains(id) {
                throw UsageError.unknownService(id, known: try container.inspection.services.map(\.id))
            }
            guard let slots = try container.slots(ofInstanceOf: id) else { throw UsageError.noInstance(of: id) }
            let rows = slots.map {
                [$0.name, $0.isOptional ? "\($0.type)?" : $0.type, "\($0.wrapper)", "\($0.source)"]
            }
            let lines = Columns(rows).lines(fitting: invocation.output.terminal.width)
            for line in rows.isEmpty ? ["no slots"] : lines { invocation.output.write(line) }
            return .clean
        }
    }
}
