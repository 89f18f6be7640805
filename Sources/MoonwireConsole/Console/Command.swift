import MoonwireCore

/// A command of a console.
package protocol Command: Sendable {
    /// The word that selects the command.
    var name: String { get }
    /// The effect, in one line.
    var summary: String { get }
    /// A description for the help, in several lines.
    var details: String { get }
    /// The arguments after the options.
    var operands: [Operand] { get }
    /// The options, including `--help`.
    var options: [Option] { get }
    /// The arguments of an example, without the program and the name of the command.
    var example: String? { get }
    /// The help, beginning with the usage.
    func help(program: String) -> String
    /// Runs the command.
    func run(_ invocation: Invocation) -> Console.Status
    /// Runs the command in a task, and awaits what it can await.
    nonisolated(nonsending) func runAwaiting(_ invocation: Invocation) async -> Console.Status
}

extension Command {
    package var details: String { summary }
    package var operands: [Operand] { [] }
    package var options: [Option] { [.help] }
    package var example: String? { nil }
    package nonisolated(nonsending) func runAwaiting(_ invocation: Invocation) async -> Console.Status {
        run(invocation)
    }

    /// The usage, the description, the options, an example, and the exit status.
    package func help(program: String) -> String {
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

    /// Reads the options of a call and passes them to `body`; handles `--help` and arguments that nothing takes, and reports errors.
    func answer(_ invocation: Invocation, _ body: (Options) throws -> Console.Status) -> Console.Status {
        do {
            guard let options = try options(of: invocation) else { return .clean }
            return try body(options)
        } catch {
            return complain(error, invocation)
        }
    }

    /// The same for a `body` that awaits something.
    nonisolated(nonsending) func answer(
        _ invocation: Invocation, _ body: nonisolated(nonsending) (Options) async throws -> Console.Status
    ) async -> Console.Status {
        do {
            guard let options = try options(of: invocation) else { return .clean }
            return try await body(options)
        } catch {
            return complain(error, invocation)
        }
    }

    /// The options of a call; nil if it only asked for help.
    private func options(of invocation: Invocation) throws -> Options? {
        let options = try Options(invocation.arguments, taking: options)
        if options.has(Option.help.name) {
            invocation.output.write(help(program: invocation.program))
            return nil
        }
        if operands.isEmpty, let operand = options.operands.first { throw UsageError.unexpectedArgument(operand) }
        return options
    }

    private func complain(_ error: any Error, _ invocation: Invocation) -> Console.Status {
        switch error {
        case let error as UnwritableFile:
            invocation.output.complain("\([invocation.program, name].joined(separator: " ")): \(error)")
            return .unwritten
        case let error as UsageError: return invocation.complain(error, helpOf: name)
        case let error as ContainerError: return invocation.output.complain(error.diagnostics)
        default:
            invocation.output.complain("\(error)")
            return .faults
        }
    }
}
