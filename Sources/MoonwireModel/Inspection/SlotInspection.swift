package import MoonwireValues

/// A slot of a service's type, and the rules that describe it, the one that decides first.
package struct SlotInspection: Sendable, Hashable, Encodable {
    package let name: String
    package let type: String
    package let kind: SlotDescription.Kind
    /// None for a slot that no container fills.
    package let rules: [SlotInjectionRuleInspection]
}

/// A rule that describes a slot.
package struct SlotInjectionRuleInspection: Sendable, Hashable, Encodable {
    package let rule: String
    /// What goes in; both ends of what is long, which ``InjectionRuleInspection`` has in full.
    package let value: String
    /// The case in which the first rule does not decide, or another one does after all; only an instance tells. Nil when there
    /// is none.
    package let unless: String?
    package let location: ScriptLocation?
}
