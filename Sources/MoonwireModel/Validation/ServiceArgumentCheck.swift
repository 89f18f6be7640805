import MoonwireValues

/// Services with arguments must have a scope that allows them, and references must pass what they need.
enum ServiceArgumentCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let checker = Checker(graph)
        return checker.scopes() + checker.caches() + checker.names()
            + checker.definitions(at: graph.definitions.indices) + checker.slots()
            + checker.rules() + checker.parameters()
    }

    /// The faults of what the services at these positions pass.
    static func check(_ graph: DefinitionGraph, at positions: [Int]) -> [Diagnostic] {
        Checker(graph).definitions(at: positions)
    }

    private struct Checker {
        let graph: DefinitionGraph
        let shapes: ShapeCheck

        init(_ graph: DefinitionGraph) {
            self.graph = graph
            shapes = ShapeCheck(graph)
        }

        func scopes() -> [Diagnostic] {
            graph.facts.arguments.positions.compactMap { position in
                let definition = graph.definitions[position]
                guard let argument = graph.facts.arguments[position]?.all.first, !definition.scope.admitsArguments,
                    !definition.isFaulty, !graph.layers.lacksTypeDefaults || definition.written.contains(.scope)
                else { return nil }
                let field = definition.written.contains(.scope) ? ["scope"] : []
                var fault = Diagnostic.scopeWithArguments(definition, argument, at: definition.location(of: field))
                fault.called(from: definition.origin.caller)
                return fault
            }
        }

        /// Faults of cached services: an instance for a value of the arguments ends unnoticed, and without arguments there is only one.
        func caches() -> [Diagnostic] {
            graph.definitions.indices.compactMap { position in
                let definition = graph.definitions[position]
                guard definition.scope.timeToLive != nil, !definition.isFaulty else { return nil }
                var fault: Diagnostic?
                if let argument = graph.facts.arguments[position]?.all.first {
                    if definition.lifecycle.stop != nil { fault = .stopWithArguments(definition, argument) }
                } else if definition.scope.limit != nil {
                    fault = .limitWithoutArguments(definition)
                }
                fault?.called(from: definition.origin.caller)
                return fault
            }
        }

        /// Faults of arguments that one service has twice.
        func names() -> [Diagnostic] {
            graph.facts.arguments.positions.flatMap { position -> [Diagnostic] in
                let definition = graph.definitions[position]
                guard !definition.isFaulty else { return [] }
                return (graph.facts.arguments[position]?.all ?? []).compactMap { argument in
                    if argument.isRepeated { return .repeatedArgument(argument.name, definition) }
                    return argument.otherDefault.flatMap { .twoDefaults(argument, $0, definition) }
                }
            }
        }

        /// Faults of required slots that are filled, by their type alone, with a service that needs arguments.
        func slots() -> [Diagnostic] {
            let needing = graph.facts.arguments.positions.filter { graph.facts.arguments[$0]?.isAnyRequired == true }
            guard !needing.isEmpty else { return [] }
            var dependencies = SlotDependencies(graph)
            return dependencies.certainFills().flatMap { fill -> [Diagnostic] in
                guard fill.isByType, let target = dependencies.sources[fill.source].first,
                    let declared = graph.facts.arguments[target], declared.isAnyRequired
                else { return [] }
                let callee = ArgumentCallee(graph.definitions[target], graph.definitions[target].id, declared)
                let missing = declared.missing(among: [])
                return dependencies.owners[fill.owner].filter(graph.definitions.indices.contains).map { owner in
                    let definition = graph.definitions[owner]
                    return .missingArguments(missing, of: callee, inSlot: fill.slot, of: definition)
                }
            }
        }

        func definitions(at positions: some Sequence<Int>) -> [Diagnostic] {
            var faults: [Diagnostic] = []
            for position in positions {
                let definition = graph.definitions[position]
                guard !definition.isFaulty else { continue }
                for edge in graph.facts.dependencies[position].edges where takesPart(edge) {
                    let found = check(
                        edge.reference,
                        Place(definition, edge.valuePath, graph.location(of: edge, from: definition)))
                    faults += found.map { fault in
                        var fault = fault
                        fault.called(from: definition.origin.caller)
                        return fault
                    }
                }
            }
            return faults
        }

        /// Whether the reference passes arguments, or its service takes some.
        private func takesPart(_ edge: Dependencies.Edge) -> Bool {
            if edge.reference.arguments != nil { return true }
            guard let target = edge.target.flatMap({ graph.table.target(ofDefinitionAt: $0) }) else { return false }
            return graph.facts.arguments[target]?.isAnyRequired == true && edge.isUse
        }

        func rules() -> [Diagnostic] {
            var faults: [Diagnostic] = []
            for rule in graph.rules.rules {
                guard let value = rule.value else { continue }
                var argument: ArgumentReference?
                value.visitArguments { argument = argument ?? $0 }
                if let argument {
                    faults.append(.misplacedArgument(argument, rule.phrase, at: rule.source.location))
                }
                value.visitReferences(at: rule.source) { reference, location in
                    faults += check(reference, Place(phrase: "\(rule.phrase): \(rule.field)", location: location()))
                }
            }
            return faults
        }

        func parameters() -> [Diagnostic] {
            graph.parameters.leaves.compactMap { name, leaf in
                var argument: ArgumentReference?
                leaf.value.visitArguments { argument = argument ?? $0 }
                return argument.map { .misplacedArgument($0, "parameter \"\(name)\"", at: leaf.location) }
            }
        }

        /// Where a reference is written.
        private struct Place {
            let phrase: String
            let location: ScriptLocation?

            init(phrase: String, location: ScriptLocation?) {
                self.phrase = phrase
                self.location = location
            }

            init(_ definition: Definition, _ valuePath: ValuePath, _ location: ScriptLocation?) {
                self.init(phrase: "\(definition.phrase): \(valuePath.phrase)", location: location)
            }
        }

        /// The place is found for faults alone, because that searches the text of the script.
        private func check(_ reference: ServiceReference, _ place: @autoclosure () -> Place) -> [Diagnostic] {
            guard let target = graph.table.target(of: reference.id), !graph.definitions[target].isFaulty else {
                return []
            }
            let declared = graph.facts.arguments[target]
            let passed = reference.arguments
            // A decorator passes on what it is given.
            if passed?.passesOn == true { return [] }
            let given = passed?.values ?? []
            lazy var callee = ArgumentCallee(graph.definitions[target], reference.id, declared)
            var faults = given.filter { declared?[$0.label] == nil && declared?.isOpen != true }.map {
                let place = place()
                return Diagnostic.unknownArgument($0.label, of: callee, place.phrase, at: place.location)
            }
            // A provider is given them at each call.
            let missing =
                reference.kind == .provider ? [] : declared?.missing(among: given.map(\.label)) ?? []
            if !missing.isEmpty {
                let place = place()
                faults.append(.missingArguments(missing, of: callee, reference, place.phrase, at: place.location))
            }
            for argument in given {
                let found = mismatches(argument, at: target, place)
                if found.isEmpty { continue }
                let place = place()
                faults += found.map {
                    .argumentMismatch($0, argument.label, of: callee, place.phrase, at: place.location)
                }
            }
            return faults
        }

        /// Those with the first use that the value does not fit.
        private func mismatches(
            _ argument: LabeledValue, at target: Int, _ place: () -> Place
        ) -> [ShapeCheck.Mismatch] {
            for use in graph.facts.arguments.uses(of: argument.label, at: target) {
                let found = shapes.mismatches(argument.value, use.shape, as: use.swiftType)
                graph.cache.filled.blame { $0.at(place().location) }
                if !found.isEmpty { return found }
            }
            return []
        }
    }
}

/// A service with arguments, as messages about a reference to it name it.
struct ArgumentCallee {
    /// As the reference names it.
    let id: String
    let location: ScriptLocation?
    let list: String
    let names: [String]

    init(_ definition: Definition, _ id: String, _ declared: DeclaredArguments?) {
        self.id = id
        location = definition.origin.location
        list = declared.list
        names = declared?.names ?? []
    }
}

extension Dependencies.Edge {
    /// Whether the reference builds the service, and is not only another name or an announcement.
    fileprivate var isUse: Bool {
        switch (inner?.valuePath ?? valuePath).part {
        case .uses, .after, .alias: false
        case .argument, .position, .property, .call, .factory, .type: true
        }
    }
}
