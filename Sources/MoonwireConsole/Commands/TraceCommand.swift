package import MoonwireCore

/// `trace [ID…]`: builds services of the application's container and shows the time of each build.
package struct TraceCommand: Command {
    package let name = Console.buildingCommand
    package let summary = "build services and show how long each took"
    private let container: @Sendable () throws -> Container
    private let record: @Sendable (Container) -> BuildRecording

    /// - Parameter container: Returns the container of the application, a new or a running one.
    ///
    /// `TraceCommand { try Container(scripts: ["container.lua"], types: types, environment: .dev) }`
    package init(_ container: @escaping @Sendable () throws -> Container) {
        self.init(container) { $0.recordBuilds() }
    }

    /// Creates the command; `record` starts the recording of a container's builds.
    package init(
        _ container: @escaping @Sendable () throws -> Container,
        record: @escaping @Sendable (Container) -> BuildRecording
    ) {
        self.container = container
        self.record = record
    }

    package var details: String {
        """
        Builds the services with these ids, by default all except transient ones and those that the application supplies,
        and shows which service each was built for, how long it took, and how much of that time was its own. Instances
        that the container already holds are not built again. "waits for another build" is a wait for an instance that another
        thread or task was building, "task 2" a build beside others of the same service. `chrome` is for chrome://tracing and https://ui.perfetto.dev.
        """
    }

    package var operands: [Operand] { [Operand(.id, isOptional: true, isRepeatable: true)] }
    package var options: [Option] {
        [
            Option(
                "--format", .choice(TraceFormat.allCases.map(\.rawValue)),
                help: "the output format; tree by default"),
            Destination.option, .help,
        ]
    }
    package var example: String? { "--format chrome --output trace.json" }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            let trace = try begin(options, invocation.output)
            let errors = trace.ids.compactMap { id in failure { try trace.container.build(id) } }
            return try trace.end(errors, invocation.output)
        }
    }

    package nonisolated(nonsending) func runAwaiting(_ invocation: Invocation) async -> Console.Status {
        await answer(invocation) { options in
            let trace = try begin(options, invocation.output)
            var errors: [any Error] = []
            for id in trace.ids {
                do { try await trace.container.buildAwaiting(id) } catch { errors.append(error) }
            }
            return try trace.end(errors, invocation.output)
        }
    }

    /// A trace that has begun.
    private struct Trace {
        let container: Container
        let ids: [String]
        let recording: BuildRecording
        let format: TraceFormat
        let destination: Destination

        func end(_ errors: [any Error], _ output: Console.Output) throws -> Console.Status {
            try destination.write(try format.text(of: recording.finish()))
            // The tree on the screen contains the errors.
            if format != .tree || destination.isFile { for error in errors { output.complain("\(error)") } }
            return errors.isEmpty ? .clean : .faults
        }
    }

    private func begin(_ options: Options, _ output: Console.Output) throws -> Trace {
        let container = try container()
        let ids = try ids(options, container)
        return Trace(
            container: container, ids: ids, recording: record(container), format: TraceFormat(options),
            destination: try Destination(options, output))
    }

    private func ids(_ options: Options, _ container: Container) throws -> [String] {
        let ids = try container.buildableIDs
        guard !options.operands.isEmpty else { return ids }
        for id in options.operands where !container.contains(id) { throw UsageError.unknownService(id, known: ids) }
        return options.operands
    }

    /// The error that `build` throws.
    private func failure(_ build: () throws -> Void) -> (any Error)? {
        do {
            try build()
            return nil
        } catch {
            return error
        }
    }
}

/// The formats of a trace.
private enum TraceFormat: String, CaseIterable {
    case tree, chrome

    init(_ options: Options) {
        self = options.value("--format").flatMap(TraceFormat.init) ?? .tree
    }

    func text(of trace: BuildTrace) throws -> String {
        switch self {
        case .tree: trace.tree
        case .chrome: try trace.chromeJSON
        }
    }
}
