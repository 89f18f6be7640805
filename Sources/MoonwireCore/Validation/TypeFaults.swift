import MoonwireValues

/// Types, initializers, methods and properties must exist, and arguments must fit them.
enum TypeFaults {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard let types = graph.types else { return [] }
        var checker = Checker(graph: graph, types: types, services: ServiceTypes(graph), shapes: ShapeCheck(graph))
        for definition in graph.definitions { checker.check(definition) }
        for (_, leaf) in graph.parameters.leaves { leaf.value.visitInlineServices { checker.check($0) } }
        return checker.faults
    }

    private struct Checker {
        let graph: DefinitionGraph
        let types: TypeRegistry
        let services: ServiceTypes
        let shapes: ShapeCheck
        var faults: [Diagnostic] = []

        mutating func check(_ definition: Definition) {
            checkConstruction(definition)
            if case .known(let type) = services.type(of: definition) { checkSteps(definition, type) }
            definition.visitValues { value, _ in
                if case .inline(let inner) = value { check(inner) }
            }
        }

        private mutating func checkConstruction(_ definition: Definition) {
            switch definition.construction {
            case .type(let template): checkInitializer(definition, template)
            case .staticMethod(let template): checkStaticMethod(definition, template)
            case .method(let receiver, let name): checkMethod(definition, receiver, name)
            case .synthetic(let template): _ = template.flatMap { type(named: $0, definition, ["type"]) }
            case .function, .swift, .alias: break
            }
        }

        private mutating func checkInitializer(_ definition: Definition, _ template: TextTemplate) {
            guard let type = type(named: template, definition, ["type"]) else { return }
            guard let signature = definition.arguments.bestInitializer(of: type) else {
                faults.append(.noInitializer(definition, type, at: location(definition, ["type"])))
                return
            }
            check(ArgumentMatch(definition.arguments, against: signature), of: type.name, signature, definition)
        }

        private mutating func checkStaticMethod(_ definition: Definition, _ template: TextTemplate) {
            guard let text = services.text(template) else { return }
            let place = location(definition, ["factory"])
            guard let name = StaticMethodName(text) else {
                faults.append(.notAStaticMethod(text, definition, at: place))
                return
            }
            guard let type = type(named: TextTemplate([.text(name.type)]), definition, ["factory"]) else { return }
            guard let method = type.staticMethods.first(where: { $0.name == name.method }) else {
                let known = type.staticMethods.map(\.name)
                faults.append(.unknownMethod(name.method, of: type.name, isStatic: true, definition, known, at: place))
                return
            }
            check(ArgumentMatch(definition.arguments, against: method), of: text, method, definition)
        }

        private mutating func checkMethod(_ definition: Definition, _ receiver: WiredValue, _ name: TextTemplate) {
            guard let name = services.text(name), let maker = services.receiver(receiver),
                case .known(let type) = services.type(of: maker)
            else { return }
            guard let method = type.methods.first(where: { $0.name == name }) else {
                let place = location(definition, ["factory"])
                faults.append(
                    .unknownMethod(
                        name, of: type.name, isStatic: false, definition, type.methods.map(\.name), at: place))
                return
            }
            check(ArgumentMatch(definition.arguments, against: method), of: "\(type.name).\(name)", method, definition)
        }

        private mutating func checkSteps(_ definition: Definition, _ type: TypeDescription) {
            for setter in definition.setters { check(setter, definition, type) }
            for (index, call) in definition.calls.enumerated() {
                guard let method = type.methods.first(where: { $0.name == call.method }) else {
                    faults.append(
                        .unknownMethod(
                            call.method, of: type.name, isStatic: false, definition, type.methods.map(\.name),
                            at: location(definition, ["call", "\(index + 1)"])))
                    continue
                }
                let match = ArgumentMatch(call, number: index + 1, against: method)
                check(match, of: "\(type.name).\(call.method)", method, definition, path: ["call", "\(index + 1)"])
            }
        }

        private mutating func check(_ setter: Setter, _ definition: Definition, _ type: TypeDescription) {
            let place = location(definition, setter.path)
            guard let property = type.properties.first(where: { $0.name == setter.name }) else {
                faults.append(
                    .unknownProperty(setter.name, of: type.name, definition, type.properties.map(\.name), at: place))
                return
            }
            guard property.isWritable else {
                faults.append(.readOnlyProperty(setter.name, of: type.name, definition, at: place))
                return
            }
            check(setter.value, property.shape, Site(.property(setter.name, path: setter.path)), definition)
        }

        private mutating func check(
            _ match: ArgumentMatch, of callee: String, _ signature: Signature, _ definition: Definition,
            path: [String] = ["args"]
        ) {
            for fault in match.faults {
                let step = if case .unknownLabel(let label) = fault { [label] } else { [String]() }
                faults.append(
                    .arguments(fault, of: callee, signature, definition, at: location(definition, path + step)))
            }
            for (slot, argument) in zip(match.slots, signature.arguments) {
                if let slot { check(slot.value, argument.shape, Site(slot.site), definition) }
            }
        }

        private mutating func check(_ value: WiredValue, _ shape: ValueShape, _ site: Site, _ definition: Definition) {
            guard let mismatch = shapes.mismatch(value, shape) else { return }
            let place = mismatch.path.reduce(site) { $0.inside($1) }
            faults.append(.mismatch(mismatch, definition, place, at: definition.location(of: place)))
        }

        private mutating func type(
            named template: TextTemplate, _ definition: Definition, _ path: [String]
        ) -> TypeDescription? {
            guard let name = services.text(template) else { return nil }
            switch types.lookup(name) {
            case .found(let entry): return entry.description
            case .ambiguous(let candidates):
                faults.append(.ambiguousType(name, candidates, definition, at: location(definition, path)))
            case .unknown:
                faults.append(.unknownType(name, definition, known: types.names, at: location(definition, path)))
            }
            return nil
        }

        private func location(_ definition: Definition, _ path: [String]) -> ScriptLocation? {
            definition.origin.location(of: path, in: definition.id)
        }
    }
}

extension Arguments {
    /// The first initializer that the arguments fit; when none does, the only one there is.
    func bestInitializer(of type: TypeDescription) -> Signature? {
        type.initializers.first { ArgumentMatch(self, against: $0).fits }
            ?? (type.initializers.count == 1 ? type.initializers.first : nil)
    }
}
