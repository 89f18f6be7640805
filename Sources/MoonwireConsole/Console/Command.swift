import MoonwireCore

/// Something that a console can be told to do.
public protocol Command: Sendable {
    /// The word that chooses the command.
    var name: String { get }
    /// What it does, in one line.
    var summary: String { get }
    /// What it does, in as many lines as that takes.
    var details: String { get }
    /// The arguments that it takes behind its options.
    var operands: [Operand] { get }
    /// The options that it takes; `--help` should be among them.
    var options: [Option] { get }
    /// The arguments of a call that shows it, without the program and the command's name.
    var example: String? { get }
    /// What `--help` says, beginning with the usage.
    func help(program: String) -> String
    /// Does it.
    func run(_ invocation: Invocation) -> CommandStatus
}

extension Command {
    public var details: String { summary }
    public var operands: [Operand] { [] }
    public var options: [Option] { [.help] }
    public var example: String? { nil }

    /// The usage, what the command does, its options, an example, and what it tells the shell.
    public func help(program: String) -> String {
        let usage = (["\(program) \(name) [OPTION…]"] + operands.map(\.synopsis)).joined(separator: " ")
        let example = example.map { "\n\nExample:\n  \(program) \(name)\($0.isEmpty ? "" : " ")\($0)" } ?? ""
        return """
            usage: \(usage)

            \(details)

            \(options.described)\(example)

            Exit status: 0 when there are no faults, 1 when there are, 2 when the arguments are not valid,
            3 when the result cannot be written.
            """
    }

    /// Reads the options of a call and does what it wants; answers `--help`, and says what is wrong with the call.
    func answer(_ invocation: Invocation, _ body: (Options) throws -> CommandStatus) -> CommandStatus {
        do {
            let options = try Options(invocation.arguments, taking: options)
            if options.has(Option.help.name) {
                invocation.output.write(help(program: invocation.program))
                return .clean
            }
            return try body(options)
        } catch let error as UnwritableFile {
            invocation.output.complain("\([invocation.program, name].joined(separator: " ")): \(error)")
            return .unwritten
        } catch let error as UsageError {
            return invocation.complain(error, helpOf: name)
        } catch {
            invocation.output.complain("\(error)")
            return .faults
        }
    }
}
