import MoonwireValues

/// Checks a whole graph before anything is built, and reports all that is wrong at once.
package struct Validation {
    /// A rule looks at the graph and says what breaks it.
    typealias Rule = @Sendable (DefinitionGraph) -> [Diagnostic]

    /// In this order: a later rule may rely on what an earlier one found in order.
    private static let rules: [Rule] = [
        UnknownReferences.check,
        ParameterFaults.check,
        SecretFaults.check,
        AliasCycles.check,
        ServiceCycles.check,
        TypeFaults.check,
        UnknownScopes.check,
        ScopeFaults.check,
        SharedGraphInstances.check,
        StopFaults.check,
        HookTargets.check,
        OwnerFaults.check,
        RuleFaults.check,
        PreferenceFaults.check,
    ]

    /// Every fault, in the order of the scripts' lines, then the remarks; secrets are masked. Of a graph that is not whole, only
    /// why it is not: the other faults may be consequences.
    package static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        defer { graph.filled.close() }
        if let lack = graph.lackOfRoom { return SecretMask(graph).masked([lack]) }
        let faults = graph.faults + rules.flatMap { $0(graph) }
        if let lack = graph.filled.lack { return SecretMask(graph).masked([lack]) }
        let remarks =
            graph.remarks + DeprecatedServices.check(graph) + RuleRemarks.check(graph) + OwnerRemarks.check(graph)
        return SecretMask(graph).masked(faults.inScriptOrder + remarks)
    }
}

extension [Diagnostic] {
    /// Only what stops a load, in the order of the scripts' lines.
    var faults: [Diagnostic] { filter { $0.severity == .fault }.inScriptOrder }

    /// By file in order of appearance, then by line, then by what is said.
    package var inScriptOrder: [Diagnostic] { inScriptOrder(startingWith: []) }

    /// By file, the named ones first and the others in order of appearance, then by line, then by what is said.
    package func inScriptOrder(startingWith first: [String]) -> [Diagnostic] {
        var files: [String: Int] = [:]
        for file in first where files[file] == nil { files[file] = files.count }
        for diagnostic in self {
            let file = diagnostic.location?.file ?? ""
            if files[file] == nil { files[file] = files.count }
        }
        let ranked = map { ($0, files[$0.location?.file ?? ""] ?? 0, $0.location?.line ?? 0) }
        return ranked.sorted { ($0.1, $0.2, $0.0.message) < ($1.1, $1.2, $1.0.message) }.map(\.0)
    }
}
