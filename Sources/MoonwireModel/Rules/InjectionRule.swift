import MoonwireValues

/// Decides what is injected into which slots: plain data, with its location.
package struct InjectionRule: Sendable {
    /// The slots that a rule speaks of.
    package enum Target: Sendable, Hashable {
        /// One slot of a class and of its subclasses: `Dashboard.engine`.
        case slot(owner: String, name: String)
        /// Slots declared with that type, of one class and its subclasses or of all.
        case type(String, owner: String?)
        /// Slots declared as `any` of that protocol, alone or in a composition.
        case `protocol`(String, owner: String?)
        /// All slots of a class and of its subclasses.
        case owner(String)
        /// A resource of the objects of a class, and of its subclasses, that have an implementation with that name.
        case resource(owner: String, implementation: String, name: String)
        /// All slots of all owners, for a rule with nothing but a condition.
        case all
    }

    /// The injected value.
    package enum Content: Sendable {
        /// The value; a function makes one for each owner.
        case value(WiredValue)
        /// No value: the slot is left unchanged.
        case skip
    }

    package let target: Target
    package let content: Content
    package let options: InjectionOptions
    /// A further condition: `where = function(slot) … end`.
    package let condition: SlotCondition?
    package let origin: Origin

    package init(
        _ target: Target, _ content: Content, _ options: InjectionOptions = [], where condition: SlotCondition? = nil,
        origin: Origin
    ) {
        self.target = target
        self.condition = condition
        self.content = content
        self.options = options
        self.origin = origin
    }

    /// What rules for the same slots have in common.
    struct Selection: Hashable {
        let target: Target
        fileprivate let condition: ObjectIdentifier?
    }

    /// The slots that it selects: no two functions are the same.
    var selection: Selection { Selection(target: target, condition: condition.map { ObjectIdentifier($0) }) }

    /// Whether it also applies to slots that have an id or an initial value.
    package var isForced: Bool { options.contains(.force) }
}

extension [InjectionRule] {
    /// The same rules with other values where a value contains services that only the whole graph determines.
    func replacingPlaceholders(_ change: (WiredValue, InjectionRule) -> WiredValue) -> [InjectionRule] {
        guard contains(where: { $0.value?.hasPlaceholders == true }) else { return self }
        return map { rule in
            guard let value = rule.value, value.hasPlaceholders else { return rule }
            return InjectionRule(
                rule.target, .value(change(value, rule)), rule.options, where: rule.condition, origin: rule.origin)
        }
    }
}

extension InjectionRule.Target {
    /// The slot with a name of the form `Owner.slot`; nil for any other string.
    package init?(slot text: String) {
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex, text.index(after: dot) != text.endIndex else {
            return nil
        }
        self = .slot(owner: String(text[..<dot]), name: String(text[text.index(after: dot)...]))
    }
}

extension InjectionRule {
    /// The value, unless the rule is `skip`.
    package var value: WiredValue? {
        if case .value(let value) = content { value } else { nil }
    }

    /// Whether a function makes the value, which is then known only for an owner.
    var isMadeByFunction: Bool {
        if case .function? = value { true } else { false }
    }

    /// The line on which a field of the rule's table was written.
    func location(of field: String) -> ScriptLocation? { source(of: field).location }

    func source(of field: String) -> FieldSource { FieldSource(origin: origin, subject: "inject", path: [field]) }

    /// The field with the value: "value", or the name of a resource.
    package var source: FieldSource {
        guard case .resource(let owner, let implementation, let name) = target else { return source(of: "value") }
        return FieldSource(origin: origin, subject: "\(owner).\(implementation)", path: [name])
    }

    /// The owner that the rule names, and the field that names it.
    var owner: (value: String, field: String)? {
        switch target {
        case .slot(let owner, _): (owner, "slot")
        case .type(_, let owner), .protocol(_, let owner): owner.map { ($0, "owner") }
        case .owner(let owner): (owner, "owner")
        case .resource, .all: nil
        }
    }
}
