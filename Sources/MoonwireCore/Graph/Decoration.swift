/// Puts decorators around the services that they wrap.
///
/// The outermost takes the service's id; what it wraps is called `mailer.inner`, what that wraps `mailer.inner.inner`.
struct Decoration {
    private var merged: MergedLayers
    private var faults: [Diagnostic] = []
    private let names: KnownNames

    /// Wraps everything, and gives what is wrong.
    static func apply(_ merged: inout MergedLayers) -> [Diagnostic] {
        guard !merged.decorators.isEmpty else { return [] }
        var decoration = Decoration(merged: merged)
        for (place, decorators) in decoration.stacks() { decoration.wrap(place, in: decoration.limited(decorators)) }
        merged = decoration.merged
        return decoration.faults
    }

    private init(merged: MergedLayers) {
        self.merged = merged
        let index = merged.index
        names = KnownNames { index.names }
    }

    /// By the place of what is wrapped: its decorators, the nearest first.
    private mutating func stacks() -> [(place: Int, decorators: [Decorator])] {
        let aliases = AliasTargets(merged.definitions, merged.index)
        var stacks: [Int: [Decorator]] = [:]
        for decorator in merged.decorators {
            if let place = merged.index[decorator.target].flatMap({ aliases.target(ofDefinitionAt: $0) }) {
                stacks[place, default: []].append(decorator)
            } else if !decorator.isOptional {
                let isAbstract = merged.abstracts[decorator.target] != nil
                let near = isAbstract ? [] : names.nearest(to: decorator.target)
                faults.append(.nothingToDecorate(decorator, isAbstract: isAbstract, near: near))
            }
        }
        return stacks.sorted { $0.key < $1.key }.map { place, decorators in
            // Stable: equal ones stay in written order, outwards.
            (
                place,
                decorators.enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
                    .map(\.element)
            )
        }
    }

    /// More would be a mistake, or an attack: each of them makes the id of what it wraps longer.
    static let mostOfOneService = 1_000

    private mutating func limited(_ decorators: [Decorator]) -> [Decorator] {
        guard decorators.count > Self.mostOfOneService else { return decorators }
        faults.append(.tooManyDecorators(decorators[Self.mostOfOneService], limit: Self.mostOfOneService))
        return Array(decorators.prefix(Self.mostOfOneService))
    }

    private mutating func wrap(_ place: Int, in decorators: [Decorator]) {
        let original = merged.definitions[place]
        let names = (0...decorators.count).map {
            original.id + String(repeating: Definition.innerSuffix, count: decorators.count - $0)
        }
        var stack = [original.wrapped(as: names[0])]
        for (decorator, level) in zip(decorators, 1...) {
            stack.append(decorator.definition(named: names[level], around: stack[level - 1], of: original.id))
            if !decorator.isBuiltAround(inner: names[level - 1]) { merged.remarks.append(.innerIsUnused(decorator)) }
            if let name = decorator.name { add(decorator.alias(name, of: names[level])) }
        }
        merged.definitions[place] = stack.removeLast().facing(as: original, decorators.flatMap(\.definition.tags))
        for definition in stack { add(definition) }
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
        if !whole.written.contains(.isPublic) { whole.isPublic = name != nil }
        whole.tags = []
        if !whole.written.contains(.scope) { whole.scope = inner.scope }
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
    var outermostID: String {
        var id = decorates ?? id
        if decorates == nil, isWrapped {
            while id.hasSuffix(Self.innerSuffix) { id.removeLast(Self.innerSuffix.count) }
        }
        return id
    }

    /// The definition as what a decorator wraps: nobody else sees it.
    fileprivate func wrapped(as id: String) -> Definition {
        var whole = self
        whole.writtenAs = subject
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
