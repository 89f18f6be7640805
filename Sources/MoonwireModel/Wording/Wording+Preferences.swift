package import MoonwireValues

// Messages about preferences, their values, and their stores.

extension Diagnostic.Code {
    /// A preference, or its stored value, is not valid.
    public static let invalidPreference = Diagnostic.Code("invalid-preference")
    /// A preference is not defined.
    public static let unknownPreference = Diagnostic.Code("unknown-preference")
    /// Preferences share a key of their store.
    public static let invalidPreferenceKey = Diagnostic.Code("invalid-preference-key")
    /// A preference group has a name that is not valid, or is used by several owners.
    public static let invalidPreferenceGroup = Diagnostic.Code("invalid-preference-group")
    /// A preference store is not registered.
    public static let unknownStore = Diagnostic.Code("unknown-store")
    /// No preference uses a registered store.
    public static let unusedStore = Diagnostic.Code("unused-store")
    /// A preference store threw an error.
    public static let storeFailed = Diagnostic.Code("store-failed")
}

extension PreferenceDefinition {
    /// The preference as messages name it.
    var phrase: String { "preference \"\(title)\"" }

    /// The accepted values, for messages.
    package var expectation: String {
        if let choices {
            let listed = choices.map { choice in
                switch choice {
                case .text(let text): "\"\(text)\""
                case .boolean(let value): "\(value)"
                case .integer(let value): "\(value)"
                case .number(let value): "\(value)"
                default: choice.phrase
                }
            }
            return "one of \(listed.joined(separator: ", "))"
        }
        let limits = (minimum?.digits, maximum?.digits)
        let kind = kind.phrase
        return switch limits {
        case (let minimum?, let maximum?): "\(kind) from \(minimum) to \(maximum)"
        case (let minimum?, nil): "\(kind) of at least \(minimum)"
        case (nil, let maximum?): "\(kind) of at most \(maximum)"
        case (nil, nil): kind
        }
    }
}

extension PlainValue {
    fileprivate var digits: String? {
        switch self {
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        default: nil
        }
    }
}

extension Diagnostic {
    static func replaced(
        _ new: PreferenceDefinition, _ old: PreferenceDefinition, isSameLayer: Bool
    ) -> Diagnostic {
        let suffix = old.location().map { " at \($0)" } ?? ""
        return Diagnostic(
            .replacedDefinition, "\(new.phrase) is defined again; this replaces the definition\(suffix)",
            at: new.location(),
            severity: new.origin.severity(ofReplacing: old.origin, isSameLayer: isSameLayer))
    }

    static func wrongField(
        _ field: String, _ definition: PreferenceDefinition, _ mismatch: PreferenceMismatch
    ) -> Diagnostic {
        Diagnostic(
            .invalidPreference,
            "\(definition.phrase): \"\(field)\" expects \(mismatch.expected), got \(mismatch.found)",
            at: definition.location(of: field))
    }

    static func crossedLimits(_ definition: PreferenceDefinition) -> Diagnostic {
        Diagnostic(
            .invalidPreference,
            "\(definition.phrase): \"min\" is \(definition.minimum?.digits ?? ""), which is more than \"max\", "
                + (definition.maximum?.digits ?? ""),
            at: definition.location(of: "max"))
    }

    static func limitsOfNoNumber(_ field: String, _ definition: PreferenceDefinition) -> Diagnostic {
        let other =
            definition.hasDefault
            ? "the default is \(definition.defaultValue.phrase)" : "the kind is \(definition.kind.phrase)"
        return Diagnostic(
            .invalidPreference, "\(definition.phrase): \"\(field)\" requires a number, but \(other)",
            at: definition.location(of: field))
    }

    static func noChoices(_ definition: PreferenceDefinition) -> Diagnostic {
        Diagnostic(
            .invalidPreference, "\(definition.phrase): \"one_of\" is empty", at: definition.location(of: "one_of"))
    }

    /// A default that its own check function refuses.
    static func refusedDefault(_ definition: PreferenceDefinition, _ refusal: PreferenceRefusal) -> Diagnostic {
        Diagnostic(
            .invalidPreference,
            "\(definition.phrase): its check rejects the default, \(definition.defaultValue.phrase)\(refusal.words)",
            at: definition.location(of: "default"), hints: definition.checkHints)
    }

    /// A value that is being set.
    package static func refused(_ definition: PreferenceDefinition, _ value: PlainValue, _ refusal: PreferenceRefusal)
        -> Diagnostic
    {
        Diagnostic(
            .invalidPreference, "\(definition.phrase) does not accept \(value.phrase)\(refusal.words)",
            at: definition.location(), hints: definition.checkHints)
    }

    package static func failedCheck(_ definition: PreferenceDefinition, _ value: PlainValue, _ error: any Error)
        -> Diagnostic
    {
        let failure = (error as? any ScriptFailure)?.diagnostic ?? (error as? ContainerError)?.diagnostics.first
        return Diagnostic(
            .invalidPreference,
            "\(definition.phrase): its check fails for \(value.phrase): \(failure?.message ?? "\(error)")",
            at: failure?.location ?? definition.location(of: "check"), hints: failure?.hints ?? [])
    }

    package static func notTaken(_ definition: PreferenceDefinition, _ mismatch: PreferenceMismatch) -> Diagnostic {
        Diagnostic(
            .invalidPreference, "\(definition.phrase) expects \(mismatch.expected), got \(mismatch.found)",
            at: definition.location())
    }

    package static func unstorable(_ definition: PreferenceDefinition, _ type: Any.Type) -> Diagnostic {
        Diagnostic(
            .invalidPreference, "\(definition.phrase) expects \(definition.expectation), got \(typeName(type))",
            at: definition.location())
    }

    package static func wrongStored(
        _ definition: PreferenceDefinition, key: String, _ mismatch: PreferenceMismatch
    ) -> Diagnostic {
        Diagnostic(
            .invalidPreference,
            "\(definition.phrase): \(definition.storePhrase) \(definition.stores.count == 1 ? "contains" : "contain") \(mismatch.found) for key \"\(key)\", "
                + "which must be \(mismatch.expected)",
            at: definition.location(), hints: ["`reset` restores the default"])
    }

    package static func failedStore(_ definition: PreferenceDefinition, key: String, _ error: any Error) -> Diagnostic {
        Diagnostic(
            .storeFailed, "\(definition.phrase): \(definition.storePhrase) failed with key \"\(key)\": \(error)",
            at: definition.location())
    }

    package static func failedMove(_ definition: PreferenceDefinition, from former: String, _ error: any Error)
        -> Diagnostic
    {
        Diagnostic(
            .storeFailed,
            "\(definition.phrase): \(definition.storePhrase) cannot move its value from key \"\(former)\" to "
                + "\"\(definition.key)\", so it is read from \"\(former)\": \(error)",
            at: definition.location(of: "from"), severity: .warning)
    }

    package static func unknownPreference(_ title: String, known: [String]) -> Diagnostic {
        Diagnostic(
            .unknownPreference, "preference \"\(title)\" is not defined", at: nil,
            suggestions: Suggestions(among: known).nearest(to: title))
    }

    static func unknownPreference(
        _ reference: PreferenceReference, in subject: String, at location: ScriptLocation?, near: [String]
    ) -> Diagnostic {
        Diagnostic(
            .unknownPreference, "\(subject) refers to preference \"\(reference.name)\", which is not defined",
            at: reference.location ?? location, suggestions: near)
    }

    /// A group that two types would share because both have that name.
    package static func sharedGroup(_ group: String, _ types: [Any.Type], _ definition: PreferenceDefinition)
        -> Diagnostic
    {
        let names = types.map { qualifiedTypeName($0) }
        let longer = types.map { spelledNames(of: $0) }.compactMap { $0.dropFirst().first ?? $0.first }
        return Diagnostic(
            .invalidPreferenceGroup, "preference group \"\(group)\" is used for \(names.joined(separator: " and "))",
            at: definition.location(), hints: ["declare `preferences \"\(longer[1])\" { … }` to distinguish them"])
    }

    /// A Swift type that does not fit the preference's values.
    package static func wrongPreferenceType(
        _ definition: PreferenceDefinition, _ type: Any.Type, _ error: ConversionError
    ) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "\(definition.phrase) cannot be read as \(typeName(type)): it \(error.statement)",
            at: definition.location(), suggestions: error.suggestions)
    }

    /// A Swift type that is not an optional, for a preference that may be unset.
    package static func unsetPreference(_ definition: PreferenceDefinition, _ type: Any.Type) -> Diagnostic {
        let name = typeName(type)
        return Diagnostic(
            .valueMismatch, "\(definition.phrase) has no default, and cannot be read as \(name) while it is unset",
            at: definition.location(), hints: ["declare it as `\(name)?`, or give the preference a `default`"])
    }

    /// A Swift type that reads no value of the preference's kind.
    package static func wrongKind(_ definition: PreferenceDefinition, _ type: Any.Type) -> Diagnostic {
        Diagnostic(
            .valueMismatch,
            "\(definition.phrase) cannot be read as \(typeName(unwrapped(type))): its kind is \(definition.kind.phrase)",
            at: definition.location())
    }

    package static func unknownStore(
        _ name: String, _ definition: PreferenceDefinition, known: [String]
    ) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        return Diagnostic(
            .unknownStore, "\(definition.phrase): there is no store \"\(name)\"",
            at: definition.location(of: "store"), suggestions: near,
            hints: near.isEmpty ? ["the stores are \(known.joined(separator: ", "))"] : [])
    }

    static func unusedStore(
        _ name: String, at location: ScriptLocation, near: [String], _ severity: Diagnostic.Severity
    ) -> Diagnostic {
        Diagnostic(
            .unusedStore, "no preference uses the store \"\(name)\"", at: location, severity: severity,
            suggestions: near)
    }

    /// Without the application, the registered stores are not known.
    static func storeOfTheApplication(_ name: String, _ definition: PreferenceDefinition) -> Diagnostic {
        Diagnostic(
            .unknownStore,
            "\(definition.phrase): store \"\(name)\" must be registered by the application",
            at: definition.location(of: "store"), severity: .warning)
    }

    /// A list that names a store twice.
    static func repeatedStore(_ name: String, _ definition: PreferenceDefinition) -> Diagnostic {
        Diagnostic(
            .invalidPreference, "\(definition.phrase): \"store\" names \"\(name)\" twice",
            at: definition.location(of: "store"))
    }

    static func sharedKey(
        _ key: String, in store: String, _ one: PreferenceDefinition, field: String, _ other: PreferenceDefinition,
        otherField: String
    ) -> Diagnostic {
        let sentence =
            one.title == other.title
            ? "\(one.phrase): \"from\" is its own key \"\(key)\""
            : "\(one.phrase): key \"\(key)\" of store \"\(store)\" is already used by \(other.phrase)"
        let location = other.location(of: otherField).map { "\($0)" }
        return Diagnostic(
            .invalidPreferenceKey, sentence, at: one.location(of: field),
            hints: one.title == other.title ? [] : location.map { ["\(other.title) is at \($0)"] } ?? [])
    }

    /// A property without an owner whose wrapper gives only the group of its preference.
    package static func namelessPreference(_ group: Any.Type) -> Diagnostic {
        Diagnostic(
            .unknownPreference, "its name is not known at run time", at: nil,
            hints: ["write it, as in `@Preference(\"volume\", in: \(typeName(group)).self)`"])
    }

    /// `title` is nil for a property without an owner, static or in a struct.
    package static func preferenceSlot(
        _ title: String?, _ fault: Diagnostic, _ declaration: SlotDeclaration, in service: Definition?
    ) -> Diagnostic {
        let subject = title.map { "slot \($0)" } ?? "a preference without an owner"
        let hint = fault.location.map { ["the preference is at \($0)"] } ?? []
        guard let service, let location = service.origin.location else {
            return Diagnostic(
                fault.code, "\(subject): \(fault.message)", at: declaration.location, suggestions: fault.suggestions,
                hints: fault.hints + hint)
        }
        return Diagnostic(
            fault.code, "\(service.phrase): \(subject): \(fault.message)", at: location,
            suggestions: fault.suggestions,
            hints: fault.hints + hint + ["the slot is declared at \(declaration.location)"])
    }
}

extension PreferenceRefusal {
    fileprivate var words: String { reason.map { ": \($0)" } ?? "" }
}

extension PreferenceDefinition {
    fileprivate var checkHints: [String] { location(of: "check").map { ["its check is at \($0)"] } ?? [] }
}

extension PreferenceFileError: CustomStringConvertible {
    /// The path of the file, and the problem.
    public var description: String {
        switch problem {
        case .corrupt: "\"\(path)\" is not a property list with keys; repair it, or move it away to start again"
        case .notAFile: "\"\(path)\" is not a regular file"
        case .unreadable(let reason): "\"\(path)\" cannot be read: \(reason)"
        case .unwritable(let reason): "\"\(path)\" cannot be written: \(reason)"
        case .unconfirmed(let reason):
            "\"\(path)\" was written, but its folder could not be synchronized (\(reason)); a power failure may restore the old value"
        case .locked: "\"\(path)\" is locked by another process"
        case .tooLarge(let limit): "\"\(path)\" exceeds the limit of \(limit) bytes for a preference file"
        }
    }
}

extension PreferenceDefinition {
    /// `store "local"`, or `stores "local" and "remote"`.
    fileprivate var storePhrase: String {
        let names = stores.map(\.quoted)
        return names.count == 1 ? "store \(names[0])" : "stores \(names.joined(separator: " and "))"
    }
}
