import MoonwireCore

/// `set NAME VALUE`: sets a parameter of a container.
struct SetCommand: Command {
    let name = "set"
    let summary = "set a parameter for what is built from now on"
    private let container: Container
    private let path: String
    private let readOnly: Bool

    init(_ container: Container, path: String, readOnly: Bool) {
        self.container = container
        self.path = path
        self.readOnly = readOnly
    }

    var details: String {
        """
        Sets a parameter for what is built from now on, until the program ends; a reload keeps the value. VALUE is text
        if the present value is, and otherwise JSON.
        """
    }

    var operands: [Operand] { [Operand(ValueHint("NAME")), Operand(ValueHint("VALUE"))] }
    var example: String? { "mail.port 2525" }

    func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            guard options.operands.count == 2 else { throw UsageError.nameAndValue(options.operands.count) }
            guard !readOnly else { throw UsageError.readOnly }
            let (name, text) = (options.operands[0], options.operands[1])
            try container.reportingChange(.parameter(name), through: path) {
                try container.setParameter(name, toArgument: text)
            }
            return .clean
        }
    }
}
