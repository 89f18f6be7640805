import MoonwireValues

/// Determines the Swift type of a service, as far as it is known without building it.
package struct ServiceTypes {
    package enum Answer {
        case known(TypeRegistry.Entry)
        /// A function creates it, or its construction has a fault that is reported elsewhere.
        case unknown

        package var entry: TypeRegistry.Entry? {
            if case .known(let entry) = self { entry } else { nil }
        }
    }

    private let graph: DefinitionGraph

    package init(_ graph: DefinitionGraph) {
        self.graph = graph
    }

    package func type(of definition: Definition) -> Answer {
        type(of: definition, depth: 0)
    }

    /// The types of some definitions, in their order.
    ///
    /// Definitions that follow each other often name the same type, which is then looked up once.
    func entries(of definitions: [Definition]) -> [TypeRegistry.Entry?] {
        var last: (name: String, entry: TypeRegistry.Entry?)?
        return definitions.map { definition in
            guard case .type(let template) = definition.construction, let name = template.plainText else {
                return type(of: definition).entry
            }
            if let last, last.name == name { return last.entry }
            let entry = graph.types?.entry(named: name)
            last = (name, entry)
            return entry
        }
    }

    func type(ofServiceNamed id: String) -> Answer {
        guard let target = graph.table.target(of: id) else { return .unknown }
        if let supplied = graph.table.supplied[target] { return type(of: supplied.definition) }
        return graph.facts.types[target].map { .known($0) } ?? .unknown
    }

    /// The kind of a service that is not of an exposed type: a string, a number, a list; nil if it is not known.
    func plainShape(of definition: Definition) -> (shape: ValueShape, name: String)? {
        let plain: (shape: ValueShape, name: String)? =
            switch definition.construction {
            case .staticMethod(let template): staticMethod(template).map { ($0.resultShape, $0.result) }
            case .method(let receiver, let name):
                method(name, of: receiver, depth: 0).map { ($0.resultShape, $0.result) }
            case .swift(let factory): (factory.product.shape, factory.product.targetName)
            case .type, .function, .synthetic, .alias: nil
            }
        if case .object? = plain?.shape { return nil }
        return plain
    }

    /// The method or the property that creates a service, as far as it is known.
    package func factoryMethod(of definition: Definition) -> Signature? {
        switch definition.construction {
        case .staticMethod(let template): staticMethod(template)
        case .method(let receiver, let name): method(name, of: receiver, depth: 0)
        default: nil
        }
    }

    private func staticMethod(_ template: TextTemplate) -> Signature? {
        text(template).flatMap { StaticMethodName($0) }.flatMap { name in
            graph.types?.entry(named: name.type)?.description.staticMethods.first { $0.name == name.method }
        }
    }

    private func method(_ template: TextTemplate, of value: WiredValue, depth: Int) -> Signature? {
        guard let maker = receiver(value), case .known(let type) = type(of: maker, depth: depth + 1) else { return nil }
        return text(template).flatMap(type.description.factory)
    }

    /// The name with its parameters filled in; nil if that fails, and for a secret, which is a fault.
    package func text(_ template: TextTemplate) -> String? {
        if let plain = template.plainText { return plain }
        guard let filled = try? graph.evaluator.value(of: template), !filled.isSecret,
            case .value(.text(let text)) = filled.value
        else { return nil }
        return text
    }

    /// The service or inline definition whose method creates another service.
    package func receiver(_ value: WiredValue) -> Definition? {
        switch value {
        case .reference(let reference):
            graph.table.target(of: reference.id).map { graph.table.suppliedDefinition(at: $0) }
        case .inline(let definition): definition
        case .parameter, .template: (try? graph.evaluator.value(of: value)).flatMap { receiver($0.value) }
        default: nil
        }
    }

    private func type(of definition: Definition, depth: Int) -> Answer {
        guard depth < 64, let types = graph.types else { return .unknown }
        switch definition.construction {
        case .type(let template), .synthetic(type: let template?): return known(text(template), types)
        case .staticMethod(let template):
            return staticMethod(template).map { known($0.resultShape, types) } ?? .unknown
        case .method(let value, let name):
            return method(name, of: value, depth: depth).map { known($0.resultShape, types) } ?? .unknown
        case .swift(let factory):
            return factory.exposed.map { .known(.init(description: $0.description, exposed: $0)) } ?? .unknown
        case .alias(let target):
            return graph.table.target(of: target.id).map {
                type(of: graph.table.suppliedDefinition(at: $0), depth: depth + 1)
            }
                ?? .unknown
        case .function, .synthetic(type: nil): return .unknown
        }
    }

    private func known(_ name: String?, _ types: TypeRegistry) -> Answer {
        name.flatMap { types.entry(named: $0) }.map { .known($0) } ?? .unknown
    }

    private func known(_ shape: ValueShape, _ types: TypeRegistry) -> Answer {
        switch shape {
        case .object(let name): known(name, types)
        case .optional(let wrapped): known(wrapped, types)
        default: .unknown
        }
    }
}

extension ServiceTypes {
    /// The name of a type that is not exposed, as the script or the application states it; nil if neither does.
    func writtenType(of definition: Definition) -> String? {
        switch definition.construction {
        case .type(let template), .synthetic(type: let template?): text(template) ?? template.written
        case .swift(let factory): factory.product.targetName
        case .alias(let target):
            graph.table.target(of: target.id).flatMap { position in
                let target = graph.definitions[position]
                if case .alias = target.construction { return nil }
                return graph.facts.types[position]?.description.name ?? writtenType(of: target)
            }
        default: nil
        }
    }
}

/// The two parts of `Type.method`.
package struct StaticMethodName {
    package let type: String
    package let method: String

    package init?(_ text: String) {
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return nil }
        type = String(text[..<dot])
        method = String(text[text.index(after: dot)...])
        if method.isEmpty { return nil }
    }
}
