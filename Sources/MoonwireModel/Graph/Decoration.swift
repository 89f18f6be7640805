/// Puts decorators around the services that they wrap.
///
/// The outermost takes the service's id; what it wraps is called `mailer.inner`, what that wraps `mailer.inner.inner`.
struct Decoration {
    private var merged: MergedLayers
    private var room: GraphRoom
    private var faults: [Diagnostic] = []

    /// Wraps everything, and gives what is wrong.
    static func apply(_ merged: inout MergedLayers, _ room: inout GraphRoom) -> [Diagnostic] {
        guard !merged.decorators.isEmpty else { return [] }
        let stacks = DecoratorStacks(merged)
        var decoration = Decoration(merged: merged, room: room)
        for (position, levels) in stacks.stacks { decoration.wrap(position, in: decoration.limited(levels)) }
        decoration.addBaseless(stacks.baseless)
        merged = decoration.merged
        room = decoration.room
        return stacks.faults + decoration.faults
    }

    private init(merged: MergedLayers, room: GraphRoom) {
        self.merged = merged
        self.room = room
    }

    /// More would be a mistake, or an attack: each of them makes the id of what it wraps longer.
    static let mostOfOneService = 1_000

    private mutating func limited(_ levels: [DecoratorStacks.Level]) -> [DecoratorStacks.Level] {
        guard levels.count > Self.mostOfOneService else { return levels }
        faults.append(.tooManyDecorators(levels[Self.mostOfOneService].decorator, limit: Self.mostOfOneService))
        return Array(levels.prefix(Self.mostOfOneService))
    }

    private mutating func wrap(_ position: Int, in levels: [DecoratorStacks.Level]) {
        let original = merged.definitions[position]
        guard room.take(idsWithin: original, levels: levels.count) else { return }
        let names = (0...levels.count).map {
            original.id + String(repeating: Definition.innerSuffix, count: levels.count - $0)
        }
        var stack = [original.wrapped(as: names[0])]
        for (level, number) in zip(levels, 1...) {
            let decorator = level.decorator
            stack.append(decorator.definition(named: names[number], around: stack[number - 1], of: original.id))
            if !decorator.isBuiltAround(inner: names[number - 1]) { merged.remarks.append(.innerIsUnused(decorator)) }
            if let name = decorator.name, !merged.overriddenNames.contains(name) {
                add(decorator.alias(name, of: names[min(level.outermost + 1, levels.count)]))
            }
        }
        merged.definitions[position] = stack.removeLast().facing(
            as: original, levels.flatMap(\.decorator.definition.tags))
        for definition in stack { add(definition) }
    }

    /// Decorators without anything to wrap are checked, and known by their ids, but never built: the load fails.
    private mutating func addBaseless(_ decorators: [Decorator]) {
        var unnamed: [Definition] = []
        for decorator in decorators {
            let definition = decorator.baseless
            if decorator.name == nil { unnamed.append(definition) } else { add(definition) }
        }
        merged.appendUnnamed(unnamed)
    }

    private mutating func add(_ definition: Definition) {
        guard !merged.append(definition) else { return }
        let taken = merged.index[definition.id].map { merged.definitions[$0] }
        faults.append(.takenByDecorator(definition, taken))
    }
}

extension Decorator {
    /// Scope is that of what is wrapped, unless the decorator says another.
    fileprivate func definition(named id: String, around inner: Definition, of target: String) -> Definition {
        var whole = definition.replacingPlaceholders { placeholder, _, _ in
            guard case .inner = placeholder else { return .placeholder(placeholder) }
            return .reference(ServiceReference(inner.id))
        }
        whole.writtenAs = self.target
        whole.id = id
        whole.decorates = target
        whole.isWrapped = true
        if !whole.written.contains(.isPublic) { whole.isPublic = name != nil && definition.isPublic }
        whole.tags = []
        if !whole.written.contains(.scope) { whole.scope = inner.scope }
        return whole
    }

    /// The definition when there is nothing to wrap; `inner` stays what it is.
    fileprivate var baseless: Definition {
        var whole = definition
        whole.writtenAs = target
        whole.id = name ?? target
        whole.decorates = target
        whole.isWrapped = true
        whole.tags = []
        return whole
    }

    fileprivate func alias(_ name: String, of id: String) -> Definition {
        Definition(id: name, origin: definition.origin, construction: .alias(of: ServiceReference(id)))
    }

    /// Whether the decorator gets what it wraps; a function may get it in its own ways.
    fileprivate func isBuiltAround(inner: String) -> Bool {
        if case .function = definition.construction { return true }
        return definition.isFaulty || definition.holdsInner
    }
}

extension Definition {
    /// What the id of a wrapped service has behind that of what wraps it.
    static let innerSuffix = ".inner"

    /// The id by which a decorated service is known; of any other, its own.
    package var outermostID: String { decorates ?? originalID ?? id }

    /// The definition as what a decorator wraps: nobody else sees it.
    fileprivate func wrapped(as id: String) -> Definition {
        var whole = self
        whole.writtenAs = subject
        whole.originalID = self.id
        whole.id = id
        whole.isWrapped = true
        whole.isPublic = false
        whole.tags = []
        whole.deprecation = nil
        return whole
    }

    /// The outermost decorator, which stands for the original.
    fileprivate func facing(as original: Definition, _ tags: [Tag]) -> Definition {
        var whole = self
        whole.isWrapped = false
        if !whole.written.contains(.isPublic) { whole.isPublic = original.isPublic }
        whole.tags = original.tags + tags
        whole.deprecation = original.deprecation
        return whole
    }

    fileprivate var holdsInner: Bool {
        var holds = false
        _ = replacingPlaceholders { placeholder, _, _ in
            if case .inner = placeholder { holds = true }
            return .placeholder(placeholder)
        }
        return holds
    }
}
