import MoonwireValues

/// Checks a whole graph before anything is built, and reports all faults together.
package struct Validation {
    /// Looks at the graph and returns a diagnostic for each fault.
    typealias Check = @Sendable (DefinitionGraph) -> [Diagnostic]

    /// In this order, because a later check may rely on an earlier one.
    private static let checks: [Check] = [
        InjectionConditionCheck.check,
        UnknownReferenceCheck.check,
        ModuleCheck.check,
        ParameterCheck.check,
        PreferenceReferenceCheck.check,
        SecretCheck.check,
        AliasCycleCheck.check,
        ServiceCycleCheck.check,
        LaterReferenceCheck.check,
        TypeCheck.check,
        BuiltReferenceCheck.check,
        LazyServiceCheck.check,
        ServiceArgumentCheck.check,
        ClosureDecoratorCheck.check,
        ScopeDefinitionCheck.check,
        UnknownScopeCheck.check,
        TimeToLiveCheck.check,
        ScopeLifetimeCheck.check,
        ScopeCheck.check,
        SharedGraphInstanceCheck.check,
        LifecycleCheck.check,
        StartOrderCheck.check,
        HookTargetCheck.check,
        OwnerCheck.check,
        InjectionRuleCheck.check,
        PartialCheck.check,
        ImplementationCheck.check,
        PreferenceDefinitionCheck.check,
        ScenarioCheck.check,
    ]

    /// Every fault, sorted by line of the scripts, then the other diagnostics; secrets are masked.
    ///
    /// If the expansion of the graph failed, only its faults: the others may be consequences. Passes run only on a graph without faults.
    package static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        defer { graph.cache.filled.close() }
        if let lack = graph.report.lackOfRoom { return SecretMask(graph).masked([lack]) }
        let faults = graph.report.faults + checks.flatMap { $0(graph) }
        if let lack = graph.cache.filled.lack { return SecretMask(graph).masked([lack]) }
        let isSound = !faults.contains { $0.severity == .fault } && !graph.layers.haveFaults
        let reported = isSound ? PassCheck.check(graph) : []
        let remarks =
            graph.report.remarks + DeprecationCheck.check(graph) + InjectionRuleEffectCheck.check(graph)
            + LaterReferenceCheck.remarks(graph) + WeakSlotCheck.check(graph) + OwnerRemarkCheck.check(graph)
            + RequiredSlotCheck.check(graph) + SlotArgumentCheck.check(graph) + LazySlotCheck.check(graph)
            + AsynchronousSlotCheck.check(graph) + PartialCheck.remarks(graph) + ReplacedModuleKeyCheck.check(graph)
            + reported.filter { $0.severity != .fault }
        return SecretMask(graph).masked((faults + reported.faults).inScriptOrder.withOneLackOfTime + remarks)
    }
}

extension [Diagnostic] {
    /// Without repeating for each variable that the processors used up their time.
    fileprivate var withOneLackOfTime: [Diagnostic] {
        let first = firstIndex { $0.code == .processorsTookTooLong }
        return enumerated().filter { $0.offset == first || $0.element.code != .processorsTookTooLong }.map(\.element)
    }

    /// Only the faults, sorted by line of the scripts.
    package var faults: [Diagnostic] { filter { $0.severity == .fault }.inScriptOrder }

    /// By file in order of appearance, then by line, then by message.
    package var inScriptOrder: [Diagnostic] { inScriptOrder(startingWith: []) }

    /// By file, the given files first and the others in order of appearance, then by line, then by message.
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
