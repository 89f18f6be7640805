import MoonwireSupport
package import MoonwireValues

/// The dependencies of one definition, found in one traversal of its values: other services, and values to fill in.
package struct Dependencies: Sendable {
    /// A dependency on another service.
    package struct Edge: Sendable {
        package let reference: ServiceReference
        let valuePath: ValuePath
        /// The position of the required definition, which may be an alias; nil if there is none.
        package let target: Int?
        /// The path of the reference in an inline definition.
        var inner: InlinePosition?
        /// Whether a parameter holds the reference.
        var isThroughParameter = false
        /// Whether it belongs to an inline service that a factory method is called on, or is part of one that does.
        var isOfInlineFactory = false

        /// Whether it belongs to what happens to an instance after its construction.
        package var isOfStep: Bool {
            switch valuePath.part {
            case .property, .call: true
            default: false
            }
        }

        /// Whether it belongs to what a factory method is called on.
        var isOfFactory: Bool { isOfInlineFactory || (inner?.valuePath ?? valuePath).isOfFactory }
    }

    /// A path in an inline definition; stored separately, because few dependencies have one.
    final class InlinePosition: Sendable {
        let definition: Definition
        let valuePath: ValuePath

        init(_ definition: Definition, _ valuePath: ValuePath) {
            self.definition = definition
            self.valuePath = valuePath
        }
    }

    /// A reference to a preference; it may be in an inline definition.
    struct PreferenceUse: Sendable {
        let reference: PreferenceReference
        let definition: Definition
        let valuePath: ValuePath
    }

    /// A value that contains parameters which are not plain; it may be in an inline definition.
    struct Filling: Sendable {
        let value: WiredValue
        let definition: Definition
        let valuePath: ValuePath
    }

    /// Looks up references and parameters; a class, because each step of the traversal receives it.
    final class Lookup: Sendable {
        let index: NameIndex
        let evaluator: ParameterEvaluator
        private let known = Lock<[String: [ServiceReference]]>([:])

        init(_ index: NameIndex, _ evaluator: ParameterEvaluator) {
            self.index = index
            self.evaluator = evaluator
        }

        /// The references that a parameter contains; none if the work exceeds its limit.
        func references(inParameter name: String) -> [ServiceReference] {
            let references = known.withLock { $0[name] } ?? findReferences(inParameter: name)
            let effort = references.count * FilledParameters.effortOfReference
            return evaluator.filled?.spend(effort) == false ? [] : references
        }

        private func findReferences(inParameter name: String) -> [ServiceReference] {
            guard let result = try? evaluator.value(of: name),
                evaluator.filled?.spend(result.elements * FilledParameters.effortOfElement) != false
            else { return [] }
            var references: [ServiceReference] = []
            result.value.visitReferences { reference, _ in references.append(reference) }
            known.withLock { $0[name] = references }
            return references
        }
    }

    package private(set) var edges: [Edge] = []
    private(set) var fillings: [Filling] = []
    private(set) var preferences: [PreferenceUse] = []
    private(set) var inlines: [Definition] = []
    /// Whether a function of a script takes part in the build of one of these.
    private(set) var hasInlineFunction = false
    /// The names of the variables that are read as secrets.
    private(set) var secrets: [String] = []
    /// Whether arguments of a resolve are among the values.
    private(set) var hasArguments = false
    /// Whether a service is passed later.
    private(set) var hasLater = false

    init(of definition: Definition, _ lookup: Lookup) {
        definition.visitValues { value, valuePath in
            switch value {
            case .value, .list, .map, .function, .object, .placeholder: break
            case .argument: hasArguments = true
            case .environment(let reference): if reference.isSecret { secrets.append(reference.name) }
            case .keyedMap(let entries):
                // The values are visited separately.
                fillings.append(Filling(value: entries.keysAlone, definition: definition, valuePath: valuePath))
            case .reference(let reference): add(reference, valuePath, lookup)
            case .preference(let reference):
                preferences.append(.init(reference: reference, definition: definition, valuePath: valuePath))
            case .parameter(let parameter):
                if lookup.evaluator.tree.plainValue(of: parameter.name) != nil { return }
                fillings.append(Filling(value: value, definition: definition, valuePath: valuePath))
                addReferences(inParameter: parameter.name, valuePath, lookup)
            case .template(let template):
                guard template.plainText == nil else { return }
                fillings.append(Filling(value: value, definition: definition, valuePath: valuePath))
                if case .parameter(let name)? = template.single {
                    addReferences(inParameter: name, valuePath, lookup)
                }
            case .inline(let inner):
                inlines.append(inner)
                let needs = Dependencies(of: inner, lookup)
                edges += needs.edges.map { edge in
                    Edge(
                        reference: edge.reference, valuePath: valuePath, target: edge.target,
                        inner: edge.inner ?? InlinePosition(inner, edge.valuePath),
                        isThroughParameter: edge.isThroughParameter,
                        isOfInlineFactory: edge.isOfFactory || valuePath.isOfFactory)
                }
                fillings += needs.fillings
                preferences += needs.preferences
                secrets += needs.secrets
                hasArguments = hasArguments || needs.hasArguments
                hasLater = hasLater || needs.hasLater
                hasInlineFunction = hasInlineFunction || inner.hasFunction || needs.hasInlineFunction
            }
        }
        lookup.evaluator.filled?.blame { $0.located(in: definition, at: definition.origin.location) }
    }

    private mutating func add(
        _ reference: ServiceReference, _ valuePath: ValuePath, _ lookup: Lookup, isThroughParameter: Bool = false
    ) {
        if reference.kind == .later { hasLater = true }
        edges.append(
            Edge(
                reference: reference, valuePath: valuePath, target: lookup.index[reference.id],
                isThroughParameter: isThroughParameter))
    }

    /// The references in a parameter are dependencies of every definition that uses the parameter.
    private mutating func addReferences(
        inParameter name: String, _ valuePath: ValuePath, _ lookup: Lookup
    ) {
        if lookup.evaluator.tree.plainValue(of: name) != nil { return }
        for reference in lookup.references(inParameter: name) {
            add(reference, valuePath, lookup, isThroughParameter: true)
        }
    }
}

extension WiredValue {
    /// Visits every reference, including those in inline definitions, each with the source of its line.
    ///
    /// `source` is the location of the value; nil if lines are not needed.
    package func visitReferences(
        at source: FieldSource? = nil, _ visit: (ServiceReference, _ location: () -> ScriptLocation?) -> Void
    ) {
        switch self {
        case .reference(let reference):
            visit(reference) { reference.location ?? source?.location }
            for inner in innerValues { inner.value.visitReferences(at: source?.step(inner.label), visit) }
        case .argument: for inner in innerValues { inner.value.visitReferences(at: source, visit) }
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                element.visitReferences(at: source?.step("\(index + 1)"), visit)
            }
        case .map(let entries):
            for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
                entry.visitReferences(at: source?.step(key), visit)
            }
        case .keyedMap(let entries):
            for entry in entries { entry.value.visitReferences(at: source?.step(entry.written), visit) }
        case .inline(let definition):
            definition.visitValues { value, valuePath in
                switch value {
                case .reference(let reference):
                    visit(reference) { reference.location ?? definition.location(of: valuePath) ?? source?.location }
                case .inline: value.visitReferences(at: source, visit)
                // The values in references and arguments are visited separately.
                default: break
                }
            }
        default: break
        }
    }

    /// The inline definitions in the value, without those nested in them.
    func visitInlineServices(_ visit: (Definition) -> Void) {
        switch self {
        case .inline(let definition): visit(definition)
        case .list(let elements): for element in elements { element.visitInlineServices(visit) }
        case .map(let entries):
            for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { entry.visitInlineServices(visit) }
        case .keyedMap(let entries): for entry in entries { entry.value.visitInlineServices(visit) }
        case .reference, .argument: for inner in innerValues { inner.value.visitInlineServices(visit) }
        default: break
        }
    }
}
