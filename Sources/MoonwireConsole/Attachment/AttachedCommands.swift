import Foundation
package import MoonwireCore
import MoonwireValues

extension [any Command] {
    /// The commands of a call from another process, which read and write no files.
    ///
    /// `wait` waits for a time, or until the other process ends the call.
    static func attached(
        to container: Container, path: String, readOnly: Bool, wait: @escaping @Sendable (Duration) -> Void
    ) -> [any Command] {
        let wiring = Console.Wiring(attachedTo: container)
        return [
            ListCommand(wiring), ExplainCommand(wiring), ParametersCommand(wiring), PreferencesCommand(wiring),
            HooksCommand(wiring), RulesCommand(wiring), StartCommand(wiring), GraphCommand(wiring, path: nil),
            InstancesCommand(container), GenerationsCommand(container), ScopesCommand(container),
            RecordCommand(container, wait: wait), ReloadCommand(container, path: path, readOnly: readOnly),
        ]
    }
}

/// `instances`: lists the instances that a container holds.
struct InstancesCommand: Command {
    let name = "instances"
    let summary = "list the instances that the container holds, oldest first"
    private let container: Container

    init(_ container: Container) {
        self.container = container
    }

    func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            if let operand = options.operands.first { throw UsageError.unexpectedArgument(operand) }
            let rows = container.instances.map { instance in
                [
                    instance.id, instance.isSupplied ? "supplied" : "", instance.date.formatted(.iso8601),
                    !instance.path.isEmpty ? "for \(instance.path.joined(separator: " -> "))" : "",
                ]
            }
            for line in rows.isEmpty ? ["no instances"] : Columns(rows).lines { invocation.output.write(line) }
            return .clean
        }
    }
}

/// `generations`: lists the generations of a container that are in use.
struct GenerationsCommand: Command {
    let name = "generations"
    let summary = "list the generations that are in use, and what holds them"
    private let container: Container

    init(_ container: Container) {
        self.container = container
    }

    func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            if let operand = options.operands.first { throw UsageError.unexpectedArgument(operand) }
            for generation in container.generations { invocation.output.write("\(generation)") }
            if let refused = container.refusedReload { invocation.output.complain(refused.remark) }
            return .clean
        }
    }
}

/// `scopes`: lists the open scopes of a container.
struct ScopesCommand: Command {
    let name = "scopes"
    let summary = "list the open scopes, with the number of each and the generation that they hold"
    private let container: Container

    init(_ container: Container) {
        self.container = container
    }

    func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            if let operand = options.operands.first { throw UsageError.unexpectedArgument(operand) }
            let rows = container.generations.flatMap { generation in
                Dictionary(grouping: generation.scopes) { $0 }.sorted { $0.key < $1.key }.map { name, scopes in
                    [name, "\(scopes.count)", "generation \(generation.number)"]
                }
            }
            for line in rows.isEmpty ? ["no open scopes"] : Columns(rows).lines { invocation.output.write(line) }
            return .clean
        }
    }
}

/// `trace`: records the builds of a container for some seconds.
package struct RecordCommand: Command {
    package let name = "trace"
    package let summary = "record the builds of some seconds, and show how long each took"
    private let container: Container
    private let limit: Int
    private let wait: @Sendable (Duration) -> Void

    /// Creates the command; builds beyond the limit are only counted, because the program needs its memory.
    package init(_ container: Container, limit: Int = 100_000, wait: @escaping @Sendable (Duration) -> Void) {
        self.container = container
        self.limit = limit
        self.wait = wait
    }

    package var options: [Option] {
        [
            Option("--seconds", ValueHint("COUNT"), help: "how long to record, from 1 to 60; 10 by default"),
            Option("--format", .choice(["tree", "chrome"]), help: "the output format; tree by default"), .help,
        ]
    }
    package var example: String? { "--seconds 10" }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            if let operand = options.operands.first { throw UsageError.unexpectedArgument(operand) }
            let text = options.value("--seconds") ?? "10"
            guard let seconds = Int(text), (1...60).contains(seconds) else { throw UsageError.wrongSeconds(text) }
            let recording = container.recordBuilds(limit: limit)
            wait(.seconds(seconds))
            let trace = recording.finish()
            invocation.output.write(options.value("--format") == "chrome" ? try trace.chromeJSON : trace.tree)
            let omitted = recording.omitted
            if omitted > 0 {
                invocation.output.complain("the trace has only the first \(limit) of \(limit + omitted) builds")
            }
            return .clean
        }
    }
}

/// `reload`: reloads a container, or shows what a reload would change.
struct ReloadCommand: Command {
    let name = "reload"
    let summary = "reload the scripts, and show what has changed"
    private let container: Container
    private let path: String
    private let readOnly: Bool

    init(_ container: Container, path: String, readOnly: Bool) {
        self.container = container
        self.path = path
        self.readOnly = readOnly
    }

    var options: [Option] { [Option("--dry-run", help: "only show what a reload would change"), .help] }
    var example: String? { "--dry-run" }

    func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            if let operand = options.operands.first { throw UsageError.unexpectedArgument(operand) }
            if options.has("--dry-run") {
                invocation.output.write("\(try container.reloadPlan())")
            } else {
                guard !readOnly else { throw UsageError.readOnly }
                invocation.output.write("\(try reload())")
            }
            return .clean
        }
    }

    private func reload() throws -> ReloadPlan {
        do {
            let plan = try container.reload()
            container.diagnostics.report([.attachedReload(path, nil)])
            return plan
        } catch {
            container.diagnostics.report([.attachedReload(path, error)])
            throw error
        }
    }
}
