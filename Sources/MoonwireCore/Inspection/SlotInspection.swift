package import MoonwireValues

/// A slot of a service's type, and the rules that describe it, the one that decides first.
package struct SlotInspection: Sendable, Hashable, Encodable {
    package let name: String
    package let type: String
    package let kind: SlotDescription.Kind
    /// None for a slot that no container fills.
    package let rules: [SlotRuleInspection]
}

/// A rule that describes a slot.
package struct SlotRuleInspection: Sendable, Hashable, Encodable {
    package let rule: String
    package let value: String
    package let location: ScriptLocation?
}
