/// Wraps services in their decorators.
///
/// The outermost decorator takes the service's id; the service that it wraps is called `mailer.inner`, the next one
/// `mailer.inner.inner`.
struct Decoration {
    private var merged: MergedLayers
    private var room: GraphRoom
    private var faults: [Diagnostic] = []

    /// Wraps all services, and returns the faults.
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

    /// More would be a mistake or an attack: each decorator makes the id of the wrapped service longer.
    static let mostOfOneService = 1_000

    private mutating func limited(_ levels: [DecoratorStacks.Level]) -> [DecoratorStacks.Level] {
        guard levels.count > Self.mostOfOneService else { return levels }
        faults.append(.tooManyDecorators(levels[Self.mostOfOneService].decorator, limit: Self.mostOfOneService))
        return Array(levels.prefix(Self.mostOfOneService))
    }

    private mutating func wrap(_ position: Int, in levels: [DecoratorStacks.Level]) {
        let original = merged.definitions[position]
        guard original.decorates == nil else {
            return faults += levels.map { .decoratedBefore($0.decorator) }
        }
        guard room.take(idsWithin: original, levels: levels.count) else { return }
        let names = (0...levels.count).map {
            original.id + String(repeating: Definition.innerSuffix, count: levels.count - $0)
        }
        var stack = [original.wrapped(as: names[0])]
        for (level, number) in zip(levels, 1...) {
            let decorator = level.decorator
            stack.append(decorator.definition(named: names[number], around: stack[number - 1], of: original.id))
            if !decorator.isBuiltAround(inner: names[number - 1]) {
                merged.remarks.append(.innerIsUnused(decorator.definition, of: decorator.target))
            }
            if let name = decorator.name {
                add(decorator.alias(name, of: names[min(level.outermost + 1, levels.count)]))
            }
        }
        merged.definitions[position] = stack.removeLast().facing(
            as: original, levels.flatMap(\.decorator.definition.tags))
        for definition in stack { add(definition) }
    }

    /// Decorators without a target are checked and known by their ids, but never built, because the load fails.
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
    /// The scope is that of the wrapped service, unless the decorator states another.
    fileprivate func definition(named id: String, around inner: Definition, of target: String) -> Definition {
        var whole = definition.replacingPlaceholders { placeholder, _, _ in
            guard case .inner = placeholder else { return .placeholder(placeholder) }
            return .reference(ServiceReference(inner.id, arguments: PassedArguments([], passesOn: true)))
        }
        if let closure {
            whole.construction = .swift(closure.factory(around: inner.id))
            whole.uses.append(ServiceReference(inner.id))
        }
        whole.writtenAs = writtenTarget
        whole.id = id
        whole.decorates = target
        whole.isWrapped = true
        whole.isTemplate = inner.isTemplate
        if !whole.written.contains(.isPublic) { whole.isPublic = name != nil && definition.isPublic }
        whole.tags = []
        if !whole.written.contains(.scope) { whole.scope = inner.scope }
        return whole
    }

    /// The definition of a decorator without a target; `inner` is not replaced.
    fileprivate var baseless: Definition {
        var whole = definition
        whole.writtenAs = writtenTarget
        whole.id = name ?? target
        whole.decorates = target
        whole.isWrapped = true
        whole.tags = []
        return whole
    }

    fileprivate func alias(_ name: String, of id: String) -> Definition {
        var alias = Definition(id: name, origin: definition.origin, construction: .alias(of: ServiceReference(id)))
        alias.isNameOfDecorator = true
        return alias
    }

    /// Whether the decorator receives the wrapped service; a function may receive it in other ways.
    fileprivate func isBuiltAround(inner: String) -> Bool {
        switch definition.construction {
        // An override wraps nothing.
        case .function, .swift: return true
        // What `auto` wires is known later.
        default: return definition.isFaulty || definition.arguments.auto != nil || definition.hasInnerPlaceholder
        }
    }
}

extension Definition {
    /// The suffix of a wrapped service's id.
    static let innerSuffix = ".inner"

    /// The id of a decorated service in the script; for any other, its own.
    package var outermostID: String { decorates ?? originalID ?? id }

    /// The definition as a wrapped service, which only the decorator can use.
    fileprivate func wrapped(as id: String) -> Definition {
        var whole = self
        whole.writtenAs = subject
        whole.originalID = self.id
        whole.id = id
        whole.isWrapped = true
        whole.isPublic = false
        whole.tags = []
        whole.deprecation = nil
        whole.lifecycle.isLazy = nil
        return whole
    }

    /// The outermost decorator, which replaces the original.
    fileprivate func facing(as original: Definition, _ tags: [ServiceTag]) -> Definition {
        var whole = self
        whole.isWrapped = false
        if !whole.written.contains(.isPublic) { whole.isPublic = original.isPublic }
        whole.tags = original.tags + tags
        whole.deprecation = original.deprecation
        whole.lifecycle.isLazy = original.lifecycle.isLazy
        whole.module = original.module
        return whole
    }

    /// Whether a value of it is `inner`, which is not replaced yet.
    var hasInnerPlaceholder: Bool { WiredValue.inline(self).hasInnerPlaceholder }
}

extension WiredValue {
    /// Whether it is `inner`, or contains it.
    var hasInnerPlaceholder: Bool {
        var holds = false
        func note(_ placeholder: Placeholder) -> WiredValue {
            if case .inner = placeholder { holds = true }
            return .placeholder(placeholder)
        }
        _ = replacingPlaceholders { placeholder, _ in
            note(placeholder)
        } inline: {
            $0.replacingPlaceholders { placeholder, _, _ in note(placeholder) }
        }
        return holds
    }
}
