/// Whether the `created` hooks of services are the same in the next generation.
struct HookComparison {
    private let old: Generation
    private let graph: DefinitionGraph
    private let hooks: HookPlan
    private let hadNoHooks: Bool
    /// Whether everything that functions of scripts may have read is unchanged.
    let tracesAreEqual: Bool

    init(from old: Generation, to graph: DefinitionGraph, tracesAreEqual: Bool) {
        self.old = old
        self.graph = graph
        self.tracesAreEqual = tracesAreEqual
        hooks = HookPlan(graph)
        hadNoHooks = old.wholePlan.hooks.isEmpty
    }

    /// An instance depends on its `created` hooks.
    ///
    /// Closures of the application do not change; functions of scripts are the same only while everything that they may
    /// have read is unchanged.
    func reason(_ position: Int, _ next: Int) -> GenerationDiff.Reason? {
        if hadNoHooks, hooks.isEmpty { return nil }
        let service = old.wholePlan.services[position]
        let before = service.hooks?.created ?? []
        let after = hooks.hooks(of: graph.definitions[next], at: next, service.exposure)?.created ?? []
        let isSame = before.elementsEqual(after) { one, other in
            let (one, other) = (one.planned.hook.function, other.planned.hook.function)
            return one === other || tracesAreEqual && !(other is SwiftHook)
        }
        guard isSame else { return before.count == after.count ? .function : .changed }
        // Hooks receive the tags.
        return after.isEmpty || service.hookSubject?.tags ?? [] == graph.definitions[next].tagNames ? nil : .changed
    }

    /// Whether the construction uses a function of a script.
    func hasScriptHooks(_ position: Int) -> Bool {
        if hadNoHooks { return false }
        return old.wholePlan.services[position].hooks?.created.contains { !($0.planned.hook.function is SwiftHook) }
            ?? false
    }
}
