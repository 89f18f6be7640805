package import MoonwireValues

// Messages about injection rules.

extension Diagnostic.Code {
    /// An injection rule replaces another one.
    public static let replacedRule = Diagnostic.Code("replaced-rule")
    /// An injection rule has no effect because of another one.
    public static let shadowedRule = Diagnostic.Code("shadowed-rule")
    /// An injection rule matches no slot.
    public static let unmatchedRule = Diagnostic.Code("unmatched-rule")
    /// An injection rule makes a new value for a weak slot, which ends at once.
    public static let unkeptValue = Diagnostic.Code("unkept-value")
    /// The function that makes the value of an injection rule failed.
    public static let injectionFailed = Diagnostic.Code("injection-failed")
}

extension Diagnostic {
    /// A value that does not fit its slot.
    ///
    /// `exception` describes when the rule does not apply to the slot; nil if it always does.
    package static func ruleMismatch(
        _ rule: InjectionRule, _ slot: String, _ reason: String, path: [String], suggestions: [String] = [],
        hints: [String] = [], unless exception: String? = nil
    ) -> Diagnostic {
        let nested = path.isEmpty ? "" : " at \(path.joined(separator: "."))"
        let slot = rule.names(slot) ? "" : " for slot \(slot)"
        return Diagnostic(
            .valueMismatch, "\(rule.phrase): \(rule.field)\(nested)\(slot) \(reason)",
            at: path.reduce(rule.source) { $0.step($1) }.location,
            severity: exception == nil ? .fault : .warning, suggestions: suggestions,
            hints: hints + (exception.map { ["the value is injected unless \($0)"] } ?? []))
    }

    /// The condition of a rule failed for a slot.
    package static func conditionFailed(_ rule: InjectionRule, _ slot: String, _ error: any Error) -> Diagnostic {
        let failure = (error as? any ScriptFailure)?.diagnostic ?? (error as? ContainerError)?.diagnostics.first
        return Diagnostic(
            .injectionFailed, "\(rule.phrase): \"where\" failed for slot \(slot): \(failure?.message ?? "\(error)")",
            at: failure?.location ?? rule.location(of: "where"), suggestions: failure?.suggestions ?? [],
            hints: failure?.hints ?? [])
    }

    /// The condition of a rule returned another value than a Boolean for a slot.
    static func conditionIsNotBoolean(_ rule: InjectionRule, _ slot: String, _ found: String) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "\(rule.phrase): \"where\" must return a Boolean, got \(found) for slot \(slot)",
            at: rule.location(of: "where"), severity: .warning,
            hints: ["every value but `nil` and `false` is true; compare it, as in `slot.name:find \"^log\" ~= nil`"])
    }

    /// The function of a rule failed, with an error that does not come from the container.
    package static func ruleFailed(_ rule: InjectionRule, _ slot: String, _ error: any Error) -> Diagnostic {
        let failure = (error as? any ScriptFailure)?.diagnostic
        let slot = rule.names(slot) ? "" : " for slot \(slot)"
        return Diagnostic(
            .injectionFailed, "\(rule.phrase): \(rule.field) failed\(slot): \(failure?.message ?? "\(error)")",
            at: failure?.location ?? rule.source.location, hints: failure?.hints ?? [])
    }

    /// A slot that the application names without its owner.
    package static func notASlotName(_ name: String, at location: ScriptLocation) -> Diagnostic {
        Diagnostic(.invalidSlot, "inject: \"slot\" expects \"Owner.slot\", got \(name.quoted)", at: location)
    }

    /// A rule for `any` of several protocols.
    package static func severalProtocols(_ type: String, _ protocols: [String], at location: ScriptLocation)
        -> Diagnostic
    {
        Diagnostic(
            .invalidSlot, "inject: a rule is for one protocol, and \(type) has \(protocols.count)", at: location,
            hints: ["write `(any \(protocols[0])).self`"])
    }

    /// A refinement of something else than a protocol.
    package static func noRefinement(_ type: String, at location: ScriptLocation) -> Diagnostic {
        Diagnostic(
            .invalidSlot, "`registerRefinement` expects protocols, got \(type)", at: location,
            hints: ["write `(any P).self` and `{ $0 as any Q }`"])
    }

    /// A closure of a rule that takes another class of owners.
    package static func wrongOwner(_ found: Any.Type?, wanted: Any.Type, at location: ScriptLocation) -> Diagnostic {
        let owner = found.map { "the owner is \(typeName($0))" } ?? "the slot has no owner"
        return Diagnostic(
            .injectionFailed, "the closure of a rule takes \(typeName(wanted)), but \(owner)", at: location,
            hints: ["restrict the rule with `owner: \(typeName(wanted)).self`, or take `AnyObject?`"])
    }

    /// The function of a rule reads the slot for which it makes the value, perhaps through another property.
    package static func readsSlotItFills(_ rule: InjectionRule, _ slot: String) -> Diagnostic {
        let subject = rule.names(slot) ? "the slot" : "slot \(slot)"
        return Diagnostic(
            .injectionFailed, "\(rule.title): the function reads \(subject) that it fills",
            at: rule.source.location,
            hints: [
                "a property with a getter may read all slots of its type that are not exposed under their own names"
            ])
    }

    /// The same fault, with the rule whose function caused it.
    package func inFunction(of rule: InjectionRule, for slot: String) -> Diagnostic {
        var copy = self
        copy.location = location ?? rule.source.location
        let subject = rule.names(slot) ? "" : ", for slot \(slot)"
        copy.hints.append("in the function of \(rule.title)\(rule.locationSuffix)\(subject)")
        return copy
    }

    static func unknownService(
        _ id: String, in rule: InjectionRule, at location: ScriptLocation?, suggestions: [String]
    ) -> Diagnostic {
        Diagnostic(
            .unknownService, "\(rule.phrase): \(rule.field) refers to \"\(id)\", which is not defined", at: location,
            suggestions: suggestions)
    }

    static func unknownParameter(
        _ name: String, in rule: InjectionRule, at location: ScriptLocation?, near: [String]
    ) -> Diagnostic {
        Diagnostic(
            .unknownParameter, "\(rule.phrase): \(rule.field) refers to parameter \"\(name)\", which is not defined",
            at: location, suggestions: near)
    }

    /// The same fault, for a rule.
    func located(in rule: InjectionRule) -> Diagnostic {
        Diagnostic(
            code, "\(rule.phrase): \(rule.field): \(message)", at: rule.source.location, severity: severity,
            suggestions: suggestions, path: path, hints: hints)
    }

    static func ambiguousOwner(
        _ name: String, _ candidates: [String], _ rule: InjectionRule, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .ambiguousType, "\(rule.phrase): owner \"\(name)\" could be \(candidates.quotedAlternatives)",
            at: location, hints: ["write the full name"])
    }

    static func replacedRule(_ new: InjectionRule, _ old: InjectionRule, isSameLayer: Bool) -> Diagnostic {
        Diagnostic(
            .replacedRule, "\(new.title) is defined again; this replaces the rule\(old.locationSuffix)",
            at: new.origin.location, severity: new.origin.severity(ofReplacing: old.origin, isSameLayer: isSameLayer))
    }

    static func shadowedRule(_ rule: InjectionRule, by other: InjectionRule, isSameLayer: Bool) -> Diagnostic {
        Diagnostic(
            .shadowedRule, "\(rule.phrase) never applies: \(other.phrase)\(other.locationSuffix) takes precedence",
            at: rule.origin.location,
            severity: other.origin.severity(ofReplacing: rule.origin, isSameLayer: isSameLayer))
    }

    static func unknownOwner(_ owner: String, _ rule: InjectionRule, field: String, near: [String]) -> Diagnostic {
        unmatched(
            rule, "no owner \"\(owner)\" is known", field: field, near: near,
            hints: ["`services.registerOwner(\(owner).self)` registers an owner that the application creates itself"])
    }

    /// A rule that makes a new value for a weak slot.
    static func valueOfWeakSlot(_ rule: InjectionRule, _ slot: String) -> Diagnostic {
        Diagnostic(
            .unkeptValue, "\(rule.phrase): slot \(slot) is `@Weak`, and nothing else keeps the value",
            at: rule.source.location, severity: .warning,
            hints: ["inject a shared service, or declare the slot with `@Injected`"])
    }

    /// A rule without subclasses for a class of which only subclasses are known.
    static func onlySubclasses(of owner: String, _ rule: InjectionRule, field: String) -> Diagnostic {
        unmatched(
            rule, "only subclasses of \(owner) are known, and `subclasses = false` excludes them", field: field,
            hints: ["`services.registerOwner(\(owner).self)` registers an owner that the application creates itself"])
    }

    static func unknownSlot(_ name: String, of owner: String, _ rule: InjectionRule, near: [String]) -> Diagnostic {
        unmatched(rule, "\(owner) has no slot \"\(name)\"", field: "slot", near: near)
    }

    /// A rule for a slot into which no container injects.
    static func uninjectableSlot(_ slot: SlotDescription, of owner: String, _ rule: InjectionRule) -> Diagnostic {
        unmatched(
            rule, "slot \(owner).\(slot.name) is \(slot.kind.wrapper), which no rule fills", field: "slot",
            hints: [slot.kind.remedy])
    }

    /// A rule all of whose known slots state their own values, such as the slot with that name.
    static func passedOver(_ rule: InjectionRule, by slot: SlotDescription, _ title: String) -> Diagnostic {
        Diagnostic(
            .unmatchedRule, "\(rule.phrase) applies to no known slot: slot \(title) \(slot.ownValue)",
            at: rule.origin.location,
            severity: .warning,
            hints: ["`force = true`, or a rule for the slot, replaces the value in its declaration"])
    }

    static func noSlot(
        declaredAs name: String, isProtocol: Bool, of owner: String?, _ rule: InjectionRule, near: [String]
    ) -> Diagnostic {
        unmatched(
            rule, "no slot of \(owner ?? "a known owner") is declared as \(isProtocol ? "any " : "")\(name)",
            field: isProtocol ? "protocol" : "type", near: near)
    }

    static func noSlots(of owner: String, _ rule: InjectionRule) -> Diagnostic {
        unmatched(rule, "\(owner) has no slots", field: "owner")
    }

    /// A rule whose condition is false for each slot that it would match otherwise.
    static func noSlotMeetsCondition(_ rule: InjectionRule) -> Diagnostic {
        unmatched(rule, "the function returns false for every known slot", field: "where")
    }

    static func noKnownSlots(_ rule: InjectionRule) -> Diagnostic {
        unmatched(rule, "no known owner has slots", field: "where")
    }

    /// The same, for a protocol that was used as a type, or a type that was used as a protocol.
    func suggesting(key: String, for name: String) -> Diagnostic {
        var copy = self
        copy.suggestions = []
        copy.hints = ["write `\(key) = \"\(name)\"`"]
        return copy
    }

    private static func unmatched(
        _ rule: InjectionRule, _ sentence: String, field: String, near: [String] = [], hints: [String] = []
    ) -> Diagnostic {
        Diagnostic(
            .unmatchedRule, "\(rule.phrase): \(sentence)", at: rule.location(of: field), severity: .warning,
            suggestions: near, hints: hints)
    }
}

extension SlotDescription {
    /// What the declaration contains, to follow the name of the slot.
    var ownValue: String { arguments?.id.map { "names \($0.quoted)" } ?? "has an initial value" }
}

extension SlotDescription.Kind {
    /// The property wrapper as Swift writes it.
    package var wrapper: String {
        switch self {
        case .injected: "`@Injected`"
        case .lazy: "`@Lazy`"
        case .final: "`@Final`"
        case .preference: "`@Preference`"
        case .weak: "`@Weak`"
        case .provided: "`@Provided`"
        case .partial: "`@Partial`"
        case .resource: "`@Resource`"
        }
    }

    /// What to use if a container does not inject into the slot.
    var remedy: String {
        switch self {
        case .preference: "`preferences` declares its default, and `hook.preference` is called when it changes"
        case .final: "only the application assigns it; declare it with `@Injected` to have a container fill it"
        case .injected, .lazy, .weak, .provided, .partial, .resource: "a container fills it"
        }
    }
}

extension InjectionRule {
    /// The fault of a rule in Swift that has an option without effect; nil if it has none.
    package var uselessOption: Diagnostic? {
        if options.contains(.withoutSubclasses), owner == nil {
            return Diagnostic(
                .invalidSlot, "\(phrase): `.withoutSubclasses` requires an owner or a slot", at: origin.location)
        }
        if options.contains(.once), value == nil {
            return Diagnostic(
                .invalidSlot, "\(phrase): `.once` has no effect on a rule that skips", at: origin.location)
        }
        return nil
    }

    /// The rule as messages name it: by its target.
    package var phrase: String {
        func of(_ owner: String?) -> String { owner.map { " of \($0)" } ?? "" }
        let phrase =
            switch target {
            case .slot(let owner, let name): "inject \(owner).\(name)"
            case .type(let name, let owner): "inject type \(name)\(of(owner))"
            case .protocol(let name, let owner): "inject protocol \(name)\(of(owner))"
            case .owner(let owner): "inject owner \(owner)"
            case .resource(let owner, let implementation, _): "implementation \"\(owner).\(implementation)\""
            case .all: "inject"
            }
        return condition == nil ? phrase : "\(phrase) where …"
    }

    /// The phrase, with the name of a resource.
    package var title: String { if case .resource = target { "\(phrase): \(field)" } else { phrase } }

    /// The key with the value as messages name it.
    package var field: String { if case .resource(_, _, let name) = target { name.quoted } else { "\"value\"" } }

    /// Whether messages about the rule name its slot already.
    fileprivate func names(_ slot: String) -> Bool {
        if case .resource = target { true } else { phrase == "inject \(slot)" }
    }

    fileprivate var locationSuffix: String { origin.location.map { " at \($0)" } ?? "" }
}
