import MoonwireValues

/// An injection rule: its slots, and the injected value.
package struct InjectionRuleInspection: Sendable, Hashable, Encodable {
    /// As messages name it: `inject Dashboard.engine`.
    package let rule: String
    /// Nil for a rule that leaves slots unchanged.
    package let value: ValueInspection?
    package let isForced: Bool
    /// Nil unless the rule has `once = true`.
    package let isOnce: Bool?
    /// Nil unless the rule has `subclasses = false`.
    package let includesSubclasses: Bool?
    /// Nil unless the rule has `where`.
    package let isConditional: Bool?
    package let origin: OriginInspection
    package let needs: [NeedInspection]
    /// The known slots that it matches, and whether it determines their values.
    package let slots: [Reach]
    /// Why the slots are not listed; nil if they are.
    package let fault: String?

    /// The options as words: `where …`, `forced`, `once`, `without subclasses`.
    package var options: [String] {
        [
            isConditional == nil ? nil : "where …", isForced ? "forced" : nil, isOnce == nil ? nil : "once",
            includesSubclasses == nil ? nil : "without subclasses",
        ]
        .compactMap(\.self)
    }

    package struct Reach: Sendable, Hashable, Encodable {
        /// `Dashboard.engine`.
        package let slot: String
        /// Whether the rule determines the value of the slot.
        package let decides: Bool
        /// The exception in which the opposite is true, which depends on an instance; nil if there is none.
        package let unless: String?
        /// Why the rule does not apply because of the slot's declaration; nil if that is not why.
        package let declaration: String?
    }
}

extension InjectionRuleInspection {
    /// All rules, in the order in which they were written.
    static func all(of graph: DefinitionGraph, _ values: ValueReading, _ layers: LayerHistory)
        -> [InjectionRuleInspection]
    {
        let rules = graph.rules.rules
        let reaches = Reaches(InjectionRuleMatches(graph), rules)
        return rules.enumerated().map { index, rule in
            do throws(ContainerError) {
                let slots = try reaches.reaches(ofRuleAt: index, rule)
                return InjectionRuleInspection(at: index, of: graph, slots, fault: nil, values, layers)
            } catch {
                return InjectionRuleInspection(
                    at: index, of: graph, [], fault: error.diagnostics.first?.message, values, layers)
            }
        }
    }

    private init(
        at index: Int, of graph: DefinitionGraph, _ slots: [Reach], fault: String?, _ values: ValueReading,
        _ layers: LayerHistory
    ) {
        let rule = graph.rules.rules[index]
        self.rule = rule.title
        value = rule.value.map { values.value($0, field: rule.field, at: rule.source.location) }
        isForced = rule.isForced
        isOnce = rule.options.contains(.once) ? true : nil
        includesSubclasses = rule.options.contains(.withoutSubclasses) ? false : nil
        isConditional = rule.condition == nil ? nil : true
        origin = layers.origin(ofRuleAt: index, rule)
        needs = Self.needs(of: rule, graph)
        self.slots = slots
        self.fault = fault
    }

    private static func needs(of rule: InjectionRule, _ graph: DefinitionGraph) -> [NeedInspection] {
        var needs: [NeedInspection] = []
        rule.value?.visitReferences(at: rule.source) { reference, location in
            needs.append(
                NeedInspection(
                    id: reference.id, target: graph.table.target(of: reference.id).map { graph.definitions[$0].id },
                    kind: reference.kind, field: rule.field, byType: reference.selection?.type, location: location()))
        }
        return needs
    }
}

/// The slots that rules match.
private struct Reaches {
    /// The competing rules, by their indices among the rules.
    private var competing: [Int: [InjectionRuleInspection.Reach]] = [:]
    /// The rules that others for the same slots replaced; all share one list.
    private var replaced: [InjectionRule.Selection: (slots: [InjectionRuleInspection.Reach], length: Int)] = [:]
    /// For all replaced rules together: each is listed with all slots of the rules that replaced it.
    private let budget = TextBudget { .noRoomForSlots(limit: $0) }

    /// The approximate number of bytes of a slot, without its name.
    private static let lengthOfReach = 64

    init(_ matches: InjectionRuleMatches, _ rules: [InjectionRule]) {
        for slot in matches.slots {
            for rule in slot.rules {
                let (decides, overrules) = (rule == slot.rules.first, rule == slot.overruling)
                competing[rule, default: []].append(
                    .init(
                        slot: slot.title, decides: decides,
                        unless: decides == overrules ? nil : slot.description.exception, declaration: nil))
            }
            for rule in slot.passedOver {
                competing[rule, default: []].append(
                    .init(slot: slot.title, decides: false, unless: nil, declaration: slot.description.ownValue))
            }
            for selection in Set(slot.rules.map { rules[$0].selection }) {
                replaced[selection, default: ([], 0)].slots.append(
                    .init(slot: slot.title, decides: false, unless: nil, declaration: nil))
                replaced[selection]?.length += slot.title.utf8.count + Self.lengthOfReach
            }
        }
    }

    /// Throws ``ContainerError`` if they exceed the limit.
    func reaches(ofRuleAt index: Int, _ rule: InjectionRule) throws(ContainerError) -> [InjectionRuleInspection.Reach] {
        if let slots = competing[index] { return slots }
        guard let (slots, length) = replaced[rule.selection] else { return [] }
        try budget.spend(length)
        return slots
    }
}
