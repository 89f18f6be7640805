import MoonwireValues

/// The services with each tag, in order.
package struct TagIndex: Sendable {
    /// A service with the tag.
    package struct Member: Sendable {
        package let id: String
        let priority: Int64
        let attributes: [String: PlainValue]
        fileprivate let tag: ServiceTag
        fileprivate let definition: Definition

        /// Computed on demand: the lines of most members are never needed.
        var location: ScriptLocation? { tag.location(in: definition) }
    }

    private var members: [String: [Member]] = [:]
    /// The parameters in names, priorities, and attributes, which are therefore fixed.
    package private(set) var parameterNames: Set<String> = []
    private(set) var faults: [Diagnostic] = []

    /// No service has a tag.
    init() {}

    /// Reads the tags of definitions and fills in their parameters.
    init(_ definitions: inout [Definition], _ evaluator: ParameterEvaluator) {
        for position in definitions.indices where !definitions[position].tags.isEmpty {
            let definition = definitions[position]
            definitions[position].tags = definition.tags.compactMap { read($0, definition, evaluator) }
        }
        for (tag, unsorted) in members {
            // Stable: equal priorities stay in the order in which they were written.
            members[tag] = unsorted.enumerated().sorted {
                ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
            }.map(\.element)
        }
    }

    /// The services with a tag, highest priority first; one that has it several times is listed several times.
    package func members(of tag: String) -> [Member] { members[tag] ?? [] }

    var names: [String] { members.keys.sorted() }

    /// The tag with everything filled in; nil if that fails.
    private mutating func read(_ tag: ServiceTag, _ definition: Definition, _ evaluator: ParameterEvaluator)
        -> ServiceTag?
    {
        var location: ScriptLocation? { tag.location(in: definition) }
        do {
            let name = try evaluator.value(of: tag.name)
            if name.isSecret { throw ContainerError(.secretInTag("name")) }
            guard case .value(.text(let text)) = name.value, !text.isEmpty else {
                faults.append(.unusableTagName(name.value, definition, at: location))
                return nil
            }
            let order = try evaluator.value(of: tag.priority)
            if order.isSecret { throw ContainerError(.secretInTag("priority")) }
            guard case .value(.integer(let priority)) = order.value else {
                faults.append(.unusablePriority(text, definition, at: location))
                return nil
            }
            let attributes = try zip(names(of: tag, evaluator), tag.attributes).map { label, attribute in
                let filled = try evaluator.value(of: attribute.value)
                if filled.isSecret { throw ContainerError(.secretInTag("attribute \"\(attribute.label)\"")) }
                return (label, filled.value.plain)
            }
            if let odd = attributes.first(where: { $0.1 == nil }) {
                faults.append(.unusableAttribute(odd.0, of: text, definition, at: location))
                return nil
            }
            parameterNames.formUnion(tag.name.parameterNames + tag.priority.parameterNames)
            parameterNames.formUnion(tag.attributeNames.flatMap(\.key.parameterNames))
            parameterNames.formUnion(tag.attributes.flatMap(\.value.referredParameters))
            let plain = attributes.map { ($0.0, $0.1 ?? .null) }
            members[text, default: []].append(
                Member(
                    id: definition.id, priority: priority,
                    attributes: Dictionary(plain, uniquingKeysWith: { $1 }), tag: tag, definition: definition))
            return ServiceTag(
                name: TextTemplate([.text(text)]), priority: .value(.integer(priority)),
                attributes: plain.map { LabeledValue($0.0, .value($0.1)) }, source: tag.source)
        } catch {
            evaluator.filled?.blame { .tag(definition, ContainerError($0), at: location) }
            faults.append(.tag(definition, error, at: location))
            return nil
        }
    }

    /// The names of a tag's attributes, in their order; throws ``ContainerError`` when two are the same.
    private func names(of tag: ServiceTag, _ evaluator: ParameterEvaluator) throws -> [String] {
        if tag.attributeNames.isEmpty { return tag.attributes.map(\.label) }
        let (names, isSecret) = try evaluator.keys(of: tag.attributeNames)
        if isSecret { throw ContainerError(.secretInTag("attributes")) }
        return names
    }
}

extension ServiceTag {
    func location(in definition: Definition) -> ScriptLocation? {
        source?.location ?? definition.origin.location
    }
}

extension WiredValue {
    fileprivate var parameterNames: [String] {
        switch self {
        case .parameter(let reference): [reference.name]
        case .template(let template): template.parameterNames
        default: []
        }
    }
}
