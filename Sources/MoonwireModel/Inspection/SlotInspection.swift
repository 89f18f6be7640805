package import MoonwireValues

/// A slot of a service's type, and the rules that match it, the most specific first.
package struct SlotInspection: Sendable, Hashable, Encodable {
    package let name: String
    package let type: String
    package let kind: SlotDescription.Kind
    /// Empty for a slot into which no container injects.
    package let rules: [SlotInjectionRuleInspection]
}

/// A rule that matches a slot.
package struct SlotInjectionRuleInspection: Sendable, Hashable, Encodable {
    package let rule: String
    /// The injected value; shortened in the middle if it is long, and in full in ``InjectionRuleInspection``.
    package let value: String
    /// The exception in which the first rule does not apply, or another one does, which depends on an instance; nil if there is
    /// none.
    package let unless: String?
    package let location: ScriptLocation?
}
