/// Applies the changes of `extend "id" { … }` to the definition of a service.
///
/// All changes are collected before the definition is written, so that many of one service cost no more than those of many services.
struct ServiceExtension {
    private var whole: Definition
    private var positional: [WiredValue]
    private var labeled: [String: WiredValue]
    private var setters: [Setter]
    /// The positions of the setters, by the names of their properties.
    private var setterIndex: [String: Int]
    private var calls: [MethodCall]
    private var uses: [ServiceReference]
    private var tags: [ServiceTag]
    /// Where the keys were written that the changes state.
    private var sources: [[String]: FieldSource] = [:]

    /// The definition with the keys that the changes state, each taking precedence over earlier ones.
    ///
    /// Arguments and properties are replaced by name; calls, uses, and tags are added.
    static func apply(_ changes: [Definition], to former: Definition) -> Definition {
        var applied = ServiceExtension(former)
        for change in changes { applied.apply(change) }
        return applied.definition
    }

    private init(_ former: Definition) {
        whole = former
        positional = former.arguments.positional
        labeled = Dictionary(former.arguments.labeled.map { ($0.label, $0.value) }, uniquingKeysWith: { $1 })
        setters = former.setters
        setterIndex = Dictionary(setters.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
        calls = former.calls
        uses = former.uses
        tags = former.tags
    }

    private var definition: Definition {
        var definition = whole
        definition.arguments.positional = positional
        definition.arguments.labeled = labeled.map { LabeledValue($0, $1) }.sorted { $0.label < $1.label }
        definition.setters = setters
        definition.calls = calls
        definition.uses = uses
        definition.tags = tags
        definition.inheritance = DefinitionInheritance(extending: definition.inheritance, with: sources)
        return definition
    }

    private mutating func apply(_ change: Definition) {
        applyKeys(of: change)
        applyArguments(of: change)
        applySetters(of: change)
        let last = calls.last?.number ?? 0
        for call in change.calls {
            let number = last + call.number
            sources[["call", "\(number)"]] = change.source(of: ["call", "\(call.number)"])
            calls.append(MethodCall(method: call.method, arguments: call.arguments, number: number))
        }
        for (index, use) in change.uses.enumerated() {
            uses.append(use)
            sources[["uses", "\(uses.count)"]] = change.source(of: ["uses", "\(index + 1)"])
        }
        tags += change.tags
        whole.isFaulty = whole.isFaulty || change.isFaulty
        whole.hasPlaceholders = whole.hasPlaceholders || change.hasPlaceholders
    }

    private mutating func take(_ change: Definition, _ paths: [String]...) {
        for path in paths { sources[path] = change.source(of: path) }
    }

    /// The keys that have one value.
    private mutating func applyKeys(of change: Definition) {
        if change.written.contains(.construction) {
            whole.construction = change.construction
            take(change, ["type"], ["factory"])
        }
        if let configure = change.configure {
            whole.configure = configure
            take(change, ["configure"])
        }
        if change.written.contains(.scope) {
            whole.scope = change.scope
            take(change, ["scope"])
        }
        if change.written.contains(.isPublic) { whole.isPublic = change.isPublic }
        if change.written.contains(.reload) {
            whole.reload = change.reload
            take(change, ["reload"])
        }
        if change.written.contains(.deprecation) { whole.deprecation = change.deprecation }
        if change.written.contains(.outlives) {
            whole.outlives = change.outlives
            take(change, ["outlives"])
        }
        whole.lifecycle = change.lifecycle.inheriting(from: whole.lifecycle) { _ in }
        for key in change.lifecycle.statedKeys { take(change, [key]) }
        whole.written.formUnion(change.written)
    }

    private mutating func applyArguments(of change: Definition) {
        for (index, value) in change.arguments.positional.enumerated() {
            if positional.indices.contains(index) { positional[index] = value } else { positional.append(value) }
            take(change, ["args", "\(index + 1)"])
        }
        for argument in change.arguments.labeled {
            labeled[argument.label] = argument.value
            take(change, ["args", argument.label])
        }
        if let auto = change.arguments.auto {
            whole.arguments.auto = auto
            // The lines of the other arguments, which would otherwise be that of the whole.
            for label in labeled.keys where sources[["args", label]] == nil {
                sources[["args", label]] = whole.source(of: ["args", label])
            }
            // The first element of the table may be `inherited`, which is not among the arguments.
            let first = whole.arguments.appends ? 2 : 1
            for index in positional.indices where sources[["args", "\(index + first)"]] == nil {
                sources[["args", "\(index + first)"]] = whole.source(of: ["args", "\(index + first)"])
            }
            take(change, ["args"])
        }
    }

    private mutating func applySetters(of change: Definition) {
        for setter in change.setters {
            let path = ["extended", setter.name]
            sources[path] = change.source(of: setter.path)
            let extended = Setter(name: setter.name, value: setter.value, path: path)
            if let index = setterIndex[setter.name] {
                setters[index] = extended
            } else {
                setterIndex[setter.name] = setters.count
                setters.append(extended)
            }
        }
    }
}

extension MergedLayers {
    /// Applies the extensions, and returns the faults of those that extend nothing.
    mutating func applyExtensions() -> [Diagnostic] {
        for (position, changes) in extensions.sorted(by: { $0.key < $1.key }) { extend(position, by: changes) }
        extensions = [:]
        let names = KnownNames { [index] in index.names }
        return unknownExtensions.map { change in
            if isNameOfDecorator(change.id) { return .extendsDecorator(change) }
            let later = index[change.id].map { definitions[$0] }
            return .extendsNothing(change, later: later, near: names.nearest(to: change.id, askedBy: change.id))
        }
    }

    /// Changes the definition at a position, and reports what has no effect.
    mutating func extend(_ position: Int, by changes: [Definition]) {
        let definition = definitions[position]
        var construction = definition
        let known = faults.count
        for change in changes {
            faults += check(change, of: construction)
            if change.changesNothing { remarks.append(.extendsByNothing(change)) }
            if change.written.contains(.construction) { construction = change }
        }
        definitions[position] = ServiceExtension.apply(changes, to: definition)
        if faults.count > known { definitions[position].isFaulty = true }
    }

    /// What the extension states and the service does not have.
    private func check(_ change: Definition, of definition: Definition) -> [Diagnostic] {
        if let target = definition.aliasTarget { return [.extendsAlias(change, of: target.id)] }
        guard !definition.isFaulty, !change.isFaulty else { return [] }
        if definition.arguments.appends, !change.arguments.positional.isEmpty {
            return [.extendsAppended(change, at: change.location(of: ["args", "1"]))]
        }
        if definition.isSynthetic {
            let keys = change.building + (change.written.contains(.construction) ? [change.constructionKey] : [])
            return keys.map { .extendsSynthetic(change, $0.phrase, at: change.location(of: [$0.key])) }
        }
        guard !change.written.contains(.construction), !change.arguments.isEmpty || change.arguments.auto != nil,
            let maker = definition.makerWithoutArguments
        else { return [] }
        return [.extendsArguments(change, definition, maker: maker, at: change.location(of: ["args"]))]
    }
}

extension Definition {
    /// Whether an extension states no key.
    fileprivate var changesNothing: Bool {
        !isFaulty && written.isEmpty && arguments.isEmpty && arguments.auto == nil && !hasSteps && tags.isEmpty
            && lifecycle.statedKeys.isEmpty
    }

    /// The key that says what makes the instance, and the key as a message names it.
    fileprivate var constructionKey: (key: String, phrase: String) {
        if case .type = construction { ("type", "\"type\"") } else { ("factory", "\"factory\"") }
    }

    /// What makes the instance, if it takes no arguments; nil otherwise.
    fileprivate var makerWithoutArguments: String? {
        switch construction {
        case .swift: "a closure in Swift"
        case .function(let function): function.takesArguments ? nil : "a function without `args`"
        case .type, .method, .staticMethod, .synthetic, .alias: nil
        }
    }
}
