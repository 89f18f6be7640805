import MoonwireValues

/// Runs the passes of a wiring that has no faults.
enum PassCheck {
    /// What all passes report, and the fault of each that fails.
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.layers.all.contains(where: { !$0.passes.isEmpty }) else { return [] }
        let definitions = graph.registeredDefinitions
        let time = graph.layers.functionTime
        return graph.passes.flatMap { run($0, definitions, graph, within: time) }
    }

    private static func run(
        _ pass: Pass, _ definitions: [RegisteredDefinition], _ graph: DefinitionGraph, within time: CPUTimeLimit
    ) -> [Diagnostic] {
        // The pass that used the last of the time has a fault.
        if pass.isOfScript, time.isUsedUp { return [] }
        var report = PassReport(of: pass) { id in graph.table.index[id].map { graph.definitions[$0] } }
        var faults: [Diagnostic] = []
        do {
            if pass.isOfScript {
                try time.measure { try run(pass, definitions, graph, &report) }
            } else {
                try run(pass, definitions, graph, &report)
            }
        } catch { faults.append(.passFailed(pass, error)) }
        let overrun = time.diagnostic { .functionsTookTooLong(pass.phrase, limit: $0, at: pass.origin.location) }
        if pass.isOfScript, let overrun { faults.append(overrun) }
        return report.diagnostics + faults
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

extension DefinitionGraph {
    /// In the order in which they run: higher priority first, then the order of the layers.
    fileprivate var passes: [Pass] {
        let passes = layers.all.flatMap(\.passes).enumerated()
        return passes.sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }.map(\.element)
    }
}
