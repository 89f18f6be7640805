import MoonwireValues

/// Types, initializers, methods, and properties must exist, and arguments must fit them.
enum TypeCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard let types = graph.types else { return [] }
        var checker = Checker(graph, types)
        for position in graph.definitions.indices { checker.checkWhole(at: position) }
        for (_, leaf) in graph.parameters.leaves { leaf.value.visitInlineServices { checker.checkWithin($0) } }
        for rule in graph.rules.rules { rule.value?.visitInlineServices { checker.checkWithin($0) } }
        return checker.faults
    }

    /// Only the faults of the definitions at these positions.
    static func check(_ graph: DefinitionGraph, at positions: [Int]) -> [Diagnostic] {
        guard let types = graph.types else { return [] }
        var checker = Checker(graph, types)
        for position in positions { checker.checkWhole(at: position) }
        return checker.faults
    }

    /// The faults of a definition that is not in the graph; of one that the graph would complete, only those of its type.
    static func check(_ definition: Definition, _ graph: DefinitionGraph) -> [Diagnostic] {
        guard let types = graph.types else { return [] }
        var checker = Checker(graph, types)
        if definition.hasPlaceholders { checker.checkType(definition) } else { checker.checkWithin(definition) }
        return checker.faults
    }

    private struct Checker {
        let graph: DefinitionGraph
        let types: TypeRegistry
        let services: ServiceTypes
        let shapes: ShapeCheck
        var faults: [Diagnostic] = []
        // Made for the first fault: most scripts name only exposed types.
        private lazy var mentioned = MentionedTypes(types)

        init(_ graph: DefinitionGraph, _ types: TypeRegistry) {
            self.graph = graph
            self.types = types
            services = ServiceTypes(graph)
            shapes = ShapeCheck(graph)
        }

        /// Checks the definition at a position, and the inline ones in it.
        mutating func checkWhole(at position: Int) {
            check(graph.definitions[position], at: position)
            let known = faults.count
            for inline in graph.facts.dependencies[position].inlines { checkWithin(inline) }
            for index in known..<faults.count where faults[index].path.isEmpty {
                faults[index].path = [graph.definitions[position].id]
            }
        }

        /// Checks a definition at a position of the graph, which is nil for an inline one.
        mutating func check(_ definition: Definition, at position: Int? = nil) {
            guard !definition.isFaulty else { return }
            let known = faults.count
            checkConstruction(definition, at: position)
            if !definition.setters.isEmpty || !definition.calls.isEmpty,
                case .known(let type) = services.type(of: definition)
            {
                checkSteps(definition, type.description)
            }
            for index in known..<faults.count { faults[index].called(from: definition.origin.caller) }
        }

        /// Checks an inline definition, and those inside it.
        mutating func checkWithin(_ definition: Definition) {
            check(definition)
            definition.visitValues { value, _ in
                if case .inline(let inner) = value { checkWithin(inner) }
            }
        }

        /// Checks only whether the type exists.
        mutating func checkType(_ definition: Definition) {
            if case .type(let template) = definition.construction { _ = type(named: template, definition, ["type"]) }
        }

        private mutating func checkConstruction(_ definition: Definition, at position: Int?) {
            switch definition.construction {
            case .type(let template): checkInitializer(definition, template, at: position)
            case .staticMethod(let template): checkStaticMethod(definition, template)
            case .method(let receiver, let name): checkMethod(definition, receiver, name)
            case .synthetic(let template): _ = template.flatMap { type(named: $0, definition, ["type"]) }
            case .function, .swift, .alias: break
            }
        }

        private mutating func checkInitializer(_ definition: Definition, _ template: TextTemplate, at position: Int?) {
            let known = position.flatMap { graph.facts.types[$0] }
            guard let type = known ?? type(named: template, definition, ["type"]) else { return }
            guard let match = position.map({ graph.facts.initializers[$0] }) ?? definition.initializer(of: type) else {
                faults.append(.noInitializer(definition, type.description, at: location(definition, ["type"])))
                return
            }
            check(match.arguments, of: type.description.name, type.description.initializers[match.position], definition)
        }

        private mutating func checkStaticMethod(_ definition: Definition, _ template: TextTemplate) {
            guard let text = services.text(template) else { return }
            let field = location(definition, ["factory"])
            guard let name = StaticMethodName(text) else {
                faults.append(.notAStaticMethod(text, definition, at: field))
                return
            }
            guard let type = type(named: TextTemplate([.text(name.type)]), definition, ["factory"])?.description else {
                return
            }
            guard let method = type.staticMethods.first(where: { $0.name == name.method }) else {
                let known = type.staticMethods.map(\.name)
                faults.append(.unknownMethod(name.method, of: type.name, isStatic: true, definition, known, at: field))
                return
            }
            check(ArgumentMatch(definition.arguments, against: method.arguments), of: text, method, definition)
        }

        private mutating func checkMethod(_ definition: Definition, _ receiver: WiredValue, _ name: TextTemplate) {
            guard let name = services.text(name), let maker = services.receiver(receiver),
                case .known(let entry) = services.type(of: maker)
            else { return }
            let type = entry.description
            guard let method = type.factory(named: name) else {
                let known = type.methods.map(\.name) + type.properties.map(\.name)
                let field = location(definition, ["factory", "2"])
                faults.append(.unknownFactory(name, of: type.name, definition, known, at: field))
                return
            }
            check(
                ArgumentMatch(definition.arguments, against: method.arguments), of: "\(type.name).\(name)", method,
                definition)
        }

        private mutating func checkSteps(_ definition: Definition, _ type: TypeDescription) {
            for setter in definition.setters { check(setter, definition, type) }
            for call in definition.calls {
                guard let method = type.methods.first(where: { $0.name == call.method }) else {
                    faults.append(
                        .unknownMethod(
                            call.method, of: type.name, isStatic: false, definition, type.methods.map(\.name),
                            at: location(definition, ["call", "\(call.number)"])))
                    continue
                }
                if method.isResultIgnored(of: type) {
                    let field = location(definition, ["call", "\(call.number)"])
                    faults.append(.droppedResult(method, of: type, definition, at: field))
                }
                let match = ArgumentMatch(call.arguments, against: method.arguments)
                check(match, of: "\(type.name).\(call.method)", method, definition, call: (call.method, call.number))
            }
        }

        private mutating func check(_ setter: Setter, _ definition: Definition, _ type: TypeDescription) {
            let field = location(definition, setter.path)
            guard let property = type.properties.first(where: { $0.name == setter.name }) else {
                faults.append(
                    .unknownProperty(setter.name, of: type.name, definition, type.properties.map(\.name), at: field))
                return
            }
            guard property.isWritable else {
                faults.append(.readOnlyProperty(setter.name, of: type, definition, at: field))
                return
            }
            check(
                setter.value, property.shape, property.swiftType, ValuePath(.property(setter.name, path: setter.path)),
                definition)
        }

        private mutating func check(
            _ match: ArgumentMatch, of callee: String, _ signature: Signature, _ definition: Definition,
            call: (method: String, number: Int)? = nil
        ) {
            for fault in match.faults {
                let path = call.map { ["call", "\($0.number)"] } ?? ["args"]
                let field = location(definition, path + step(to: fault, signature, isCall: call != nil))
                faults.append(.arguments(fault, of: callee, signature, definition, at: field))
            }
            for (index, slot) in match.slots.enumerated() {
                guard let value = match.value(slot) else { continue }
                // Without a copy of the whole description.
                check(
                    value, signature.arguments[index].shape, signature.arguments[index].swiftType,
                    match.valuePath(slot, call: call), definition)
            }
        }

        /// The field of a fault of arguments; the arguments of a call follow the name of the method.
        private func step(to fault: ArgumentMatch.Fault, _ signature: Signature, isCall: Bool) -> [String] {
            switch fault {
            case .unknownLabel(let label), .givenTwice(let label): [label]
            case .tooMany: ["\(signature.arguments.count + (isCall ? 2 : 1))"]
            case .missing: []
            }
        }

        private mutating func check(
            _ value: WiredValue, _ shape: ValueShape, _ type: SwiftType, _ valuePath: @autoclosure () -> ValuePath,
            _ definition: Definition
        ) {
            for mismatch in shapes.mismatches(value, shape, as: type) {
                let path = mismatch.path.reduce(valuePath()) { $0.inside($1) }
                faults.append(.mismatch(mismatch, definition, path, at: definition.location(of: path)))
            }
            graph.cache.filled.blame {
                $0.located(in: definition, valuePath(), at: definition.location(of: valuePath()))
            }
        }

        private mutating func type(
            named template: TextTemplate, _ definition: Definition, _ path: [String]
        ) -> TypeRegistry.Entry? {
            guard let name = services.text(template) else { return nil }
            switch types.lookup(name) {
            case .found(let entry): return entry
            case .ambiguous(let candidates):
                faults.append(
                    Diagnostic.ambiguousType(name, candidates).located(in: definition, at: location(definition, path)))
            case .unknown:
                faults.append(
                    Diagnostic.unknownType(
                        name, near: graph.names.types.nearest(to: name), known: types.names,
                        member: mentioned.member(of: name)
                    ).located(in: definition, at: location(definition, path)))
            }
            return nil
        }

        private func location(_ definition: Definition, _ path: [String]) -> ScriptLocation? {
            definition.location(of: path)
        }
    }
}
