import MoonwireValues

extension DefinitionGraph {
    /// The definitions of the services, without aliases, in the order in which their ids were first written.
    var registeredDefinitions: [RegisteredDefinition] {
        definitions.indices.compactMap { position in
            if case .alias = definitions[position].construction { return nil }
            return registeredDefinition(at: position)
        }
    }

    /// The definition at a position, as passes and hooks receive it.
    package func registeredDefinition(at position: Int) -> RegisteredDefinition {
        let definition = definitions[position]
        let type = facts.types[position]?.description
        let hooked = HookedService(definition, type)
        return RegisteredDefinition(
            id: definition.id, type: type?.name ?? ServiceTypes(self).writtenType(of: definition),
            typeNames: hooked.typeNames?.sorted(), scope: definition.scope, tags: definition.tagNames,
            isPublic: definition.isPublic, needs: needs(ofServiceAt: position), location: definition.origin.location,
            // A script that keeps the definition must not keep the graph, whose functions keep the script.
            values: { [weak self] in self.map { $0.values(of: $0.definitions[position]) } ?? .none })
    }

    private func values(of definition: Definition) -> RegisteredDefinition.Values {
        let labeled = definition.arguments.labeled.map { ($0.label, data(of: $0.value)) }
        return RegisteredDefinition.Values(
            tagAttributes: attributes(of: definition), arguments: Dictionary(labeled, uniquingKeysWith: { $1 }),
            positionalArguments: definition.arguments.positional.map(data))
    }

    private func attributes(of definition: Definition) -> [String: [String: PlainValue]] {
        var attributes: [String: [String: PlainValue]] = [:]
        for tag in definition.tags {
            guard let name = tag.name.plainText else { continue }
            attributes[name, default: [:]].merge(tag.attributes.map { ($0.label, data(of: $0.value)) }) { $1 }
        }
        return attributes
    }

    private func needs(ofServiceAt position: Int) -> [String] {
        var seen: Set<Int> = []
        return facts.dependencies[position].edges.compactMap { edge in
            guard let target = edge.target.flatMap({ table.target(ofDefinitionAt: $0) }), seen.insert(target).inserted
            else { return nil }
            return definitions[target].id
        }
    }

    /// A value with its parameters filled in.
    private func data(of value: WiredValue) -> PlainValue {
        switch value {
        case .value(let plain): return plain
        case .reference(let reference): return .map([reference.kind.rawValue: .text(reference.id)])
        case .preference(let reference): return .map(["preference": .text(reference.name)])
        case .list(let elements): return .list(elements.map(data))
        case .map(let entries): return .map(entries.mapValues(data))
        case .parameter, .template, .keyedMap:
            guard let filled = try? evaluator.value(of: value), filled.marks.isEmpty else { break }
            if case .template = filled.value { break }
            return filled.value.plain ?? data(of: filled.value)
        case .environment, .argument, .inline, .function, .object, .placeholder: break
        }
        return .map(["written": .text(value.written)])
    }
}
