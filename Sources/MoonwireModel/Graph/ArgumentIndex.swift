import MoonwireValues

/// The services that take arguments when they are resolved.
package struct ArgumentIndex: Sendable {
    private var declared: [Int: DeclaredArguments] = [:]

    /// The arguments of the service at a position; nil for a service that takes none.
    package subscript(position: Int) -> DeclaredArguments? { declared[position] }

    /// The positions of services with arguments, in order.
    var positions: [Int] { declared.keys.sorted() }

    init() {}

    init(_ graph: DefinitionGraph) {
        for position in graph.definitions.indices {
            let definition = graph.definitions[position]
            let needs = graph.facts.dependencies[position]
            // What a function reads must be known where instances are kept by the values of arguments.
            let isOpen = definition.scope == .transient && (definition.hasFunction || needs.hasInlineFunction)
            guard isOpen || needs.hasArguments || definition.takesSwiftArguments
            else { continue }
            var search = ArgumentSearch(graph)
            search.visit(definition, at: position)
            declared[position] = DeclaredArguments(search.found.inOrder, isOpen: isOpen)
        }
        for position in graph.definitions.indices where graph.definitions[position].decorates != nil {
            addPassedOn(to: position, graph)
        }
    }

    /// Adds the arguments that a decorator passes on to the service that it wraps, from the innermost decorator outward.
    private mutating func addPassedOn(to position: Int, _ graph: DefinitionGraph) {
        // An inner decorator has been visited only if it follows; the outermost one has the position of the original.
        guard !graph.definitions[position].isWrapped else { return }
        var chain = [position]
        while let last = chain.last, let inner = Self.inner(of: last, graph), chain.count <= Decoration.mostOfOneService
        {
            chain.append(inner)
        }
        for (outer, inner) in zip(chain.dropLast(), chain.dropFirst()).reversed() {
            guard let passedOn = declared[inner], graph.definitions[outer].takes(passedOn) else { continue }
            declared[outer] = declared[outer].map { passedOn.merged(with: $0) } ?? passedOn
        }
    }

    private static func inner(of position: Int, _ graph: DefinitionGraph) -> Int? {
        let edge = graph.facts.dependencies[position].edges.first { $0.reference.arguments?.passesOn == true }
        return edge?.target.flatMap { graph.table.target(ofDefinitionAt: $0) }
    }

    /// The types that the value of an argument must have, also where the service passes it to others.
    func uses(of name: String, at position: Int) -> [DeclaredArgument.Use] {
        var uses: [DeclaredArgument.Use] = []
        var open = [DeclaredArgument.Target(service: position, name: name)]
        var next = 0
        while next < open.count {
            let target = open[next]
            next += 1
            guard let argument = declared[target.service]?[target.name] else { continue }
            uses += argument.uses
            for target in argument.passedTo.prefix(Self.mostSteps) where open.count < Self.mostSteps {
                if !open.contains(target) { open.append(target) }
            }
        }
        return uses
    }

    /// A value that is passed on further is checked when a service is built.
    private static let mostSteps = 32
}

/// Finds the arguments of one service, with the types of their uses.
private struct ArgumentSearch {
    private let graph: DefinitionGraph
    private let types: ServiceTypes
    private(set) var found: [DeclaredArgument] = []
    private var places: [String: Int] = [:]

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        types = ServiceTypes(graph)
    }

    /// Visits a definition at a position of the graph, which is nil for an inline one.
    mutating func visit(_ definition: Definition, at position: Int?) {
        let type = position.flatMap { graph.facts.types[$0] } ?? types.type(of: definition).entry
        if case .swift(let factory) = definition.construction {
            for argument in factory.arguments { add(argument, at: definition.origin.location) }
        }
        if case .method(let receiver, _) = definition.construction { visit(receiver, nil) }
        visit(definition.arguments, signature(of: definition, type, at: position))
        for setter in definition.setters {
            let property = type?.description.properties.first { $0.name == setter.name }
            visit(setter.value, property.map { .init(type: $0.type, shape: $0.shape, swiftType: $0.swiftType) })
        }
        for call in definition.calls {
            visit(call.arguments, type?.description.methods.first { $0.name == call.method })
        }
    }

    private func signature(
        of definition: Definition, _ type: TypeRegistry.Entry?, at position: Int?
    ) -> Signature? {
        guard case .type = definition.construction else { return types.factoryMethod(of: definition) }
        let match = position.map { graph.facts.initializers[$0] } ?? type.flatMap(definition.initializer)
        guard let type, let match, match.arguments.fits else { return nil }
        return type.description.initializers[match.position]
    }

    private mutating func visit(_ arguments: Arguments, _ signature: Signature?) {
        let wanted = signature?.arguments ?? []
        for (index, value) in arguments.positional.enumerated() {
            visit(value, index < wanted.count ? wanted[index].use : nil)
        }
        for argument in arguments.labeled {
            visit(argument.value, wanted.first { $0.label == argument.label }?.use)
        }
    }

    private mutating func visit(_ value: WiredValue, _ use: DeclaredArgument.Use?) {
        switch value {
        case .argument(let reference):
            add(reference, use)
            if let defaultValue = reference.defaultValue { visit(defaultValue, nil) }
        case .list(let elements): for element in elements { visit(element, use?.element) }
        case .map(let entries): for (_, entry) in entries { visit(entry, use?.entry) }
        case .keyedMap(let entries): for entry in entries { visit(entry.value, use?.entry) }
        case .inline(let definition): visit(definition, at: nil)
        case .reference(let reference):
            let target = graph.table.target(of: reference.id)
            for inner in reference.arguments?.values ?? [] {
                visit(inner.value, nil)
                guard let target, case .argument(let argument) = inner.value else { continue }
                note(argument.name, passedTo: .init(service: target, name: inner.label))
            }
        case .value, .template, .parameter, .environment, .preference, .function, .object, .placeholder: break
        }
    }

    private mutating func note(_ name: String, passedTo target: DeclaredArgument.Target) {
        guard let index = places[name] else { return }
        found[index].pass(to: target)
    }

    private mutating func add(_ reference: ArgumentReference, _ use: DeclaredArgument.Use?) {
        add(
            DeclaredArgument(
                name: reference.name, isRequired: reference.defaultValue == nil, defaultValue: reference.defaultValue,
                location: reference.location, rank: reference.rank, use: use))
    }

    /// An argument of a factory in Swift, in the order of the factory and before those of scripts.
    private mutating func add(_ argument: ArgumentDescription, at location: ScriptLocation?) {
        add(
            DeclaredArgument(
                name: argument.label, isRequired: !argument.isOptional, defaultValue: nil, location: location,
                rank: DeclaredArgument.rankOfFactories, use: argument.use))
    }

    private mutating func add(_ argument: DeclaredArgument) {
        if let index = places[argument.name] {
            found[index].noteConflict(with: argument)
            found[index].add(argument)
        } else {
            places[argument.name] = found.count
            found.append(argument)
        }
    }
}

extension ArgumentDescription {
    fileprivate var use: DeclaredArgument.Use { .init(type: type, shape: shape, swiftType: swiftType) }
}

extension DeclaredArgument.Use {
    /// The use of an element, if the value is a list.
    fileprivate var element: Self? {
        guard case .list(let element) = shape.unwrapped else { return nil }
        return Self(type: element.phrase, shape: element, swiftType: .unknown)
    }

    /// The use of an entry, if the value is a map.
    fileprivate var entry: Self? {
        guard case .map(let entry) = shape.unwrapped else { return nil }
        return Self(type: entry.phrase, shape: entry, swiftType: .unknown)
    }
}

extension Definition {
    /// Whether a function of a script takes part in the build, apart from those of services without an id.
    var hasFunction: Bool {
        if configure != nil { return true }
        if case .function = construction { return true }
        return false
    }

    /// Whether a decorator takes what it could pass on: one that is kept is not built again for what only a function may read.
    fileprivate func takes(_ passedOn: DeclaredArguments) -> Bool { scope == .transient || !passedOn.all.isEmpty }

    fileprivate var takesSwiftArguments: Bool {
        if case .swift(let factory) = construction { !factory.arguments.isEmpty } else { false }
    }
}
