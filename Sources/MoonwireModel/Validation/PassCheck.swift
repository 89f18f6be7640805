import MoonwireValues

/// Runs the passes of the stage "check", on a wiring that has no faults.
enum PassCheck {
    /// What all passes report, and the fault of each that fails.
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let passes = graph.layers.passes(of: .check)
        guard !passes.isEmpty else { return [] }
        let definitions = graph.registeredDefinitions
        let time = graph.layers.functionTime
        return passes.flatMap { pass in
            // The pass that used the last of the time has a fault.
            if pass.isOfScript, time.isUsedUp { return [Diagnostic]() }
            var report = PassReport(of: pass, graph)
            let faults = report.run(within: time) { try run(pass, definitions, graph, &$0) }
            return report.diagnostics + report.withoutEffect + faults
        }
    }

    private static func run(
        _ pass: Pass, _ definitions: [RegisteredDefinition], _ graph: DefinitionGraph, _ report: inout PassReport
    ) throws {
        switch pass.action {
        case .function(let function): try function.run(definitions, &report)
        case .standard(let standard):
            for var diagnostic in check(standard, pass, graph, &report) {
                diagnostic.called(from: pass.origin.caller)
                report.add(diagnostic.severity) { diagnostic }
            }
        }
    }

    /// What is wrong with the description of the pass; what the pass finds is in the report.
    private static func check(
        _ standard: StandardPass, _ pass: Pass, _ graph: DefinitionGraph, _ report: inout PassReport
    ) -> [Diagnostic] {
        guard standard.nameCount <= StandardPass.mostNames else { return [.tooManyNames(standard, pass)] }
        return switch standard.kind {
        case .boundaries(let components): BoundaryCheck.check(components, standard, pass, graph, &report)
        case .captiveDependencies: CaptiveDependencyCheck.check(standard, pass, graph, &report)
        case .unused: UnusedCheck.check(standard, pass, graph, &report)
        }
    }
}

extension PassReport {
    /// The report of a pass on the services of a graph.
    init(of pass: Pass, _ graph: DefinitionGraph) {
        self.init(of: pass, graph.parameters) { id in graph.table.index[id].map { graph.definitions[$0] } }
    }

    /// Runs a pass, and returns the faults of the run itself: an error, or too much time.
    mutating func run(within time: CPUTimeLimit, _ body: (inout PassReport) throws -> Void) -> [Diagnostic] {
        var faults: [Diagnostic] = []
        do {
            if pass.isOfScript { try time.measure { try body(&self) } } else { try body(&self) }
        } catch { faults.append(.passFailed(pass, error)) }
        let overrun = time.diagnostic { .functionsTookTooLong(pass.phrase, limit: $0, at: pass.origin.location) }
        if pass.isOfScript, let overrun { faults.append(overrun) }
        return faults
    }

    /// The faults of changes by a pass that runs after the services are complete.
    fileprivate var withoutEffect: [Diagnostic] {
        changes.definitions.map { .changedByCheck(pass, $0) }
    }
}

extension LayerStack {
    /// The passes of a stage in the order in which they run: higher priority first, then the order of the layers.
    func passes(of stage: PassStage) -> [Pass] {
        let passes = all.flatMap(\.passes).filter { $0.stage == stage }.enumerated()
        return passes.sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }.map(\.element)
    }
}
