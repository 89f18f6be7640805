/// The target of a hook must exist; a pattern, a tag, or a type that selects nothing may be a mistake.
package enum HookTargetCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard !graph.hooks.isEmpty else { return [] }
        var subjects = HookSubjects(graph)
        let owners = SlotOwner.known(in: graph)
        subjects.slots = owners?.flatMap { owner in
            owner.slots.filter(\.isInjectable).map { SlotName($0, of: owner) }
        }
        subjects.otherSlots = (owners ?? []).flatMap { owner in
            owner.slots.filter { !$0.isInjectable }.map { (SlotName($0, of: owner), $0.kind) }
        }
        subjects.preferences = graph.preferences.titles
        return graph.hooks.flatMap { check($0, subjects) }
    }

    /// The fault of one hook, with the line that called the helper function that contains it.
    package static func check(_ hook: Hook, _ subjects: HookSubjects) -> [Diagnostic] {
        guard let target = hook.target else { return hook.event.hasTarget ? [.unfitTarget(hook)] : [] }
        guard let found = subjects.look(for: target, of: hook.event) else { return [] }
        var diagnostics: [Diagnostic]
        switch found {
        case .unfit: diagnostics = [.unfitTarget(hook)]
        case .uninjectable(let kind): diagnostics = [.uninjectableTarget(hook, kind)]
        case .nothing(let name, let names):
            diagnostics = [
                target.isExact
                    ? .unknownTarget(hook, name, near: names.nearest(toMember: name))
                    : .matchesNothing(hook, near: names.nearest(to: name))
            ]
        case .one(let definition):
            let isHeld = hook.event != .released || definition.scope.isHeld
            diagnostics = isHeld ? [] : [.neverHeld(hook, definition)]
        case .some: diagnostics = []
        }
        for index in diagnostics.indices { diagnostics[index].called(from: hook.origin.caller) }
        return diagnostics
    }
}
