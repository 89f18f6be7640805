// Objects from templates, for products besides Moonwire.

extension Container {
    /// A new object from the template with that id, built with these arguments; throws ``ContainerError`` with `unknown` if there is none.
    package func instantiate<T>(
        template id: String, as type: T.Type, with arguments: ServiceArguments,
        unknown: (DefinitionGraph) -> Diagnostic
    ) throws -> T {
        try resolving { generation in
            let position = try generation.position(ofTemplate: id, unknown)
            generation.noteNeed { $0.note(service: position, by: $1) }
            return try generation.instantiate(templateAt: position, as: type, with: arguments)
        }
    }
}

extension ServiceResolver {
    /// The same while a service is built, or a slot is filled.
    package func instantiate<T>(
        template id: String, as type: T.Type, with arguments: ServiceArguments,
        unknown: (DefinitionGraph) -> Diagnostic
    ) throws -> T {
        try resolving(id) { generation in
            try note(in: generation) {
                $0.note(id: id, leadingTo: generation.plan.names.position(of: id), by: $1)
            }
            let position = try generation.position(ofTemplate: id, unknown)
            return try generation.instantiate(templateAt: position, as: type, with: arguments)
        }
    }
}

extension Generation {
    fileprivate func position(ofTemplate id: String, _ unknown: (DefinitionGraph) -> Diagnostic) throws -> Int {
        guard let position = plan.names.position(of: id) else { throw ContainerError(unknown(plan.graph)) }
        return position
    }

    /// A type that is optional takes an object of the wrapped type.
    fileprivate func instantiate<T>(
        templateAt position: Int, as type: T.Type, with arguments: ServiceArguments
    ) throws -> T {
        let object = try instance(at: position, with: arguments.given)
        if let value = cast(object, ofServiceAt: position, toSlotOf: type) { return value }
        let definition = plan.services[position].definition
        throw ContainerError(
            .wrongType(
                definition.phrase, is: dynamicType(of: object), wanted: unwrapped(type),
                at: definition.origin.location))
    }
}
