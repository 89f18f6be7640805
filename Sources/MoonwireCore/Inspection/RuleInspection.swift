import MoonwireValues

/// A rule: the slots that it speaks of, and what goes in.
package struct RuleInspection: Sendable, Hashable, Encodable {
    /// As messages name it: `inject Dashboard.engine`.
    package let rule: String
    /// Nil for a rule that leaves slots alone.
    package let value: ValueInspection?
    package let isForced: Bool
    package let place: PlaceInspection
    package let needs: [NeedInspection]
    /// The known slots that it describes, and whether it decides about them.
    package let slots: [Reach]

    package struct Reach: Sendable, Hashable, Encodable {
        /// `Dashboard.engine`.
        package let slot: String
        package let decides: Bool
    }
}

extension RuleInspection {
    /// All rules, in the order in which they were written.
    static func all(of graph: DefinitionGraph, _ values: ValueReading, _ layers: LayerHistory) -> [RuleInspection] {
        let reaches = RuleMatches(graph).reaches
        return graph.rules.rules.indices.map { RuleInspection(at: $0, of: graph, reaches[$0] ?? [], values, layers) }
    }

    private init(
        at index: Int, of graph: DefinitionGraph, _ slots: [Reach], _ values: ValueReading, _ layers: LayerHistory
    ) {
        let rule = graph.rules.rules[index]
        self.rule = rule.phrase
        value = rule.value.map { values.value($0, place: "\"value\"", at: rule.location(of: "value")) }
        isForced = rule.isForced
        place = layers.place(ofRuleAt: index, rule)
        needs = Self.needs(of: rule, graph)
        self.slots = slots
    }

    private static func needs(of rule: Rule, _ graph: DefinitionGraph) -> [NeedInspection] {
        var needs: [NeedInspection] = []
        rule.value?.visitReferences(at: rule.source(of: "value")) { reference, location in
            needs.append(
                NeedInspection(
                    id: reference.id, target: graph.target(of: reference.id).map { graph.definitions[$0].id },
                    kind: reference.kind, place: "\"value\"", location: location()))
        }
        return needs
    }
}

extension RuleMatches {
    /// The slots that a rule describes, by its position among the rules.
    fileprivate var reaches: [Int: [RuleInspection.Reach]] {
        var reaches: [Int: [RuleInspection.Reach]] = [:]
        for slot in slots {
            for rule in slot.rules {
                reaches[rule, default: []].append(.init(slot: slot.title, decides: rule == slot.rules.first))
            }
        }
        return reaches
    }
}
