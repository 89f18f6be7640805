/// The names of one kind of target, shared by all hooks.
struct HookedNames {
    private let exact: Set<String>
    private let ordered: NameList
    let suggestions: KnownNames

    /// Creates the table; `suggested` are the names to suggest, if not all.
    init(_ names: [String], suggesting suggested: [String]? = nil) {
        exact = Set(names)
        ordered = NameList(names)
        suggestions = KnownNames { suggested ?? names }
    }

    /// Whether the target matches any of the names.
    func hold(_ target: HookTarget) -> Bool {
        target.pattern.map(ordered.contains) ?? (target.isExact && exact.contains(target.text))
    }
}

/// The slots that hooks can target.
struct HookedSlots {
    private let names: HookedNames
    private let types: Set<String>
    private let typeNames: KnownNames

    init(_ slots: [SlotName]) {
        names = HookedNames(slots.flatMap(\.fullNames), suggesting: slots.map(\.description))
        types = Set(slots.flatMap(\.types))
        typeNames = KnownNames { slots.flatMap(\.types) }
    }

    /// Whether the target matches any of the slots.
    func hold(_ target: HookTarget) -> Bool {
        if case .type(let name) = target.kind { types.contains(name) } else { names.hold(target) }
    }

    func suggestions(for target: HookTarget) -> KnownNames {
        if case .type = target.kind { typeNames } else { names.suggestions }
    }
}
