package import MoonwireValues

// Messages about slots and the rules for them.

extension Diagnostic.Code {
    /// A slot cannot be filled.
    public static let invalidSlot = Diagnostic.Code("invalid-slot")
    /// A final slot is assigned twice.
    public static let finalSlot = Diagnostic.Code("final-slot")
}

extension Diagnostic {
    /// A slot that cannot be filled: reported for the service that is built, or at the slot's declaration.
    package static func slot(
        _ title: String, _ fault: SlotFault, _ declaration: SlotDeclaration, in service: Definition?
    ) -> Diagnostic {
        var hints = fault.hints(title)
        guard let service, let location = service.origin.location else {
            return Diagnostic(
                .invalidSlot, "slot \(title) \(fault.phrase)", at: declaration.location, suggestions: fault.suggestions,
                hints: hints)
        }
        hints.append("the slot is declared at \(declaration.location)")
        return Diagnostic(
            .invalidSlot, "\(service.phrase): slot \(title) \(fault.phrase)", at: location,
            suggestions: fault.suggestions,
            hints: hints)
    }

    /// What the declaration of a slot states, and what the wiring does not have when the first owner is built.
    ///
    /// Nil for an id that is like no other: it may be that of a service which this wiring does without.
    package static func declaredSlot(_ title: String, _ fault: SlotFault, _ declaration: SlotDeclaration) -> Diagnostic?
    {
        if fault.isOfUnknownService, fault.suggestions.isEmpty { return nil }
        return Diagnostic(
            .invalidSlot, "slot \(title) \(fault.phrase)", at: declaration.location, severity: .warning,
            suggestions: fault.suggestions, hints: fault.hints(title))
    }

    /// A slot that belongs to no object: a static one, or one of a struct.
    package static func ownerlessSlot(_ type: String, _ fault: SlotFault, _ declaration: SlotDeclaration) -> Diagnostic
    {
        Diagnostic(
            .invalidSlot, "a slot of type \(type) without an owner \(fault.phrase)", at: declaration.location,
            suggestions: fault.suggestions, hints: ["such a slot uses `Container.current` at each read"])
    }

    package static func finalSlot(_ title: String, _ value: String, _ declaration: SlotDeclaration) -> Diagnostic {
        let shown = value.count <= 40 ? value : value.prefix(37) + "..."
        return Diagnostic(
            .finalSlot, "slot \(title) is final and already has a value; it cannot be set to \(shown)",
            at: declaration.location)
    }

    /// A property that refuses the value of a definition.
    package static func refusedValue(_ fault: Diagnostic, _ definition: Definition, at valuePath: ValuePath)
        -> Diagnostic
    {
        Diagnostic(
            fault.code, "\(definition.phrase): \(valuePath.phrase): \(fault.message)",
            at: definition.location(of: valuePath),
            suggestions: fault.suggestions,
            hints: fault.hints + (fault.location.map { ["see \($0)"] } ?? []))
    }

    /// A property that is read in a class whose slots cannot be found.
    package static func hiddenSlots(in type: String) -> Diagnostic {
        Diagnostic(
            .invalidSlot,
            "the runtime does not know the fields of \(type), so the property may be a slot that is empty",
            at: nil,
            hints: [
                "compile its module without `-disable-reflection-metadata`, or expose the property by `get:` and `set:`"
            ])
    }

    /// A key path that does not determine the object with the slot.
    package static func slotOfElement() -> Diagnostic {
        Diagnostic(
            .invalidSlot,
            """
            its key path passes through an element of a collection or a tuple, or through a lazy property, so the property may be \
            a slot that is empty
            """, at: nil, hints: ["expose the property by `get:` and `set:`"])
    }

    /// A key path with `!` that may refer to a nil slot.
    package static func nothingToUnwrap() -> Diagnostic {
        Diagnostic(
            .invalidSlot,
            "its key path unwraps an optional with `!`, but a slot or a property that it may refer to is nil",
            at: nil,
            hints: ["write `?` instead of `!`, or expose the property by `get:` and `set:`"])
    }

    /// An object that the application passes to `inject(into:)`.
    ///
    /// `hidden` is its type, or one of its base classes.
    package static func notInjectable(_ type: String, _ hidden: Any.Type) -> Diagnostic {
        let isOwn = typeName(hidden) == type
        return Diagnostic(
            .invalidSlot,
            "nothing can be injected into \(type): the runtime does not know "
                + (isOwn ? "its fields" : "the fields of its base class \(typeName(hidden))"),
            at: nil, hints: ["compile its module without `-disable-reflection-metadata`"])
    }

    /// An object of a class that is isolated to a global actor, which the application passes to a container elsewhere.
    package static func usedElsewhere(_ type: String, _ actor: String, _ use: OwnerUse) -> Diagnostic {
        let hint =
            switch use {
            case .filled: "call it there: `try await container.inject(into: …, isolation: \(actor).shared)`"
            case .emptied: "call it there: `try await container.resetSlots(of: …, isolation: \(actor).shared)`"
            case .listed: "mark the function that calls `slots(of:)` with `@\(actor)`"
            }
        return Diagnostic(
            .invalidSlot, "\(type) is isolated to \(actor): its slots can be \(use.rawValue) only there", at: nil,
            hints: [hint])
    }

    /// A service of a class whose slots cannot be found.
    static func unfilledSlots(_ definition: Definition, _ hidden: Any.Type) -> Diagnostic {
        Diagnostic(
            .invalidSlot,
            "\(definition.phrase): the runtime does not know the fields of \(typeName(hidden)), "
                + "so its slots, if it has any, are not filled",
            at: definition.location(of: ["type"]), severity: .warning,
            hints: ["compile its module without `-disable-reflection-metadata`"])
    }

    /// A required slot of a service, or of an owner that the application creates, that nothing fills.
    static func unfillableSlot(_ slot: SlotDescription, of owner: String, _ definition: Definition?) -> Diagnostic {
        let subject = definition.map { "\($0.phrase): " } ?? ""
        return Diagnostic(
            .invalidSlot,
            "\(subject)slot \(owner).\(slot.name) cannot be filled: no service provides \(slot.type), and no rule is for the slot",
            at: definition?.location(of: ["type"]), severity: .warning,
            hints: [
                "unless its initializer assigns the slot, \(owner) cannot be \(definition == nil ? "injected into" : "built")",
                "`inject { slot = \"\(owner).\(slot.name)\", value = … }` provides a value",
            ])
    }

    /// A slot whose declaration names what the wiring does not have.
    static func declaredSlot(
        _ slot: SlotDescription, of owner: String, _ fault: SlotFault, _ definition: Definition?
    ) -> Diagnostic {
        declaredSlot(
            slot, of: owner, fault.phrase, definition, fault.suggestions, fault.hints("\(owner).\(slot.name)"))
    }

    /// A slot whose declaration names a service that does not fit.
    static func declaredSlot(
        _ slot: SlotDescription, of owner: String, _ mismatch: ShapeCheck.Mismatch, _ definition: Definition?
    ) -> Diagnostic {
        declaredSlot(slot, of: owner, mismatch.sentence, definition, mismatch.suggestions, mismatch.hints)
    }

    private static func declaredSlot(
        _ slot: SlotDescription, of owner: String, _ sentence: String, _ definition: Definition?,
        _ suggestions: [String], _ hints: [String]
    ) -> Diagnostic {
        let subject = definition.map { "\($0.phrase): " } ?? ""
        return Diagnostic(
            .invalidSlot, "\(subject)slot \(owner).\(slot.name) \(sentence)", at: definition?.location(of: ["type"]),
            severity: .warning, suggestions: suggestions, hints: hints)
    }

    /// A lazy slot without an initial value that nothing can make.
    static func unmadeSlot(_ slot: SlotDescription, of owner: String, _ definition: Definition) -> Diagnostic {
        Diagnostic(
            .invalidSlot,
            "\(definition.phrase): slot \(owner).\(slot.name) cannot be filled: no service provides \(slot.type), and no rule is for the slot",
            at: definition.location(of: ["type"]), severity: .warning,
            hints: [
                "unless other code assigns the slot, reading it ends the program",
                "`inject { slot = \"\(owner).\(slot.name)\", value = … }` provides a value",
            ])
    }

    /// What an exposure states about a slot, and what the object contains.
    package static func otherSlotArguments(
        _ title: String, _ owner: String, _ kind: SlotDescription.Kind, stated: SlotDescription.Arguments,
        found: SlotDescription.Arguments, _ declaration: SlotDeclaration
    ) -> Diagnostic {
        Diagnostic(
            .invalidSlot,
            "slot \(title) \(found.phrase(kind)), but the exposure of \(owner) states that it \(stated.phrase(kind))",
            at: declaration.location, severity: .warning,
            hints: ["correct its `SlotArguments`, or run `swift package generate-exposures` again"])
    }

    /// The provider of a property wrapper failed; an error of the container keeps its location as a hint.
    package static func providerFailed(
        _ title: String, _ wrapper: String?, _ error: any Error, _ declaration: SlotDeclaration
    ) -> Diagnostic {
        let provider = wrapper.map { "the provider of `@\($0)` failed: " } ?? ""
        let cause = (error as? ContainerError)?.diagnostics.first
        return Diagnostic(
            cause?.code ?? .injectionFailed,
            "slot \(title): \(provider)\(cause?.message ?? "\(error)")",
            at: declaration.location, suggestions: cause?.suggestions ?? [],
            hints: (cause?.hints ?? []) + (cause?.location.map { ["see \($0)"] } ?? []))
    }

    /// The provider of a property wrapper reads the slot for which it provides a value.
    package static func providerReadsSlot(_ title: String) -> Diagnostic {
        Diagnostic(.injectionFailed, "it reads slot \(title), which it fills", at: nil)
    }

    /// The owner of a resource reads the resource to name its implementation.
    package static func readsItsResource(_ title: String, _ declaration: SlotDeclaration) -> Diagnostic {
        Diagnostic(
            .injectionFailed, "slot \(title): the name of the implementation depends on this slot",
            at: declaration.location)
    }

    /// The application names a slot that its owner does not have.
    package static func unknownSlot(
        _ name: String, of owner: String, at location: ScriptLocation, near: [String]
    ) -> Diagnostic {
        Diagnostic(.invalidSlot, "\(owner) has no slot \(name.quoted)", at: location, suggestions: near)
    }

    /// The application reads or assigns a slot by its name, as another type.
    package static func wrongSlotType(
        _ title: String, _ type: String, isRead: Bool, _ slot: SwiftType, at location: ScriptLocation
    ) -> Diagnostic {
        let declared = slot.type.map { typeName($0) } ?? "another type"
        return Diagnostic(
            .invalidSlot,
            isRead
                ? "slot \(title) is \(declared), and its value is not \(type)"
                : "slot \(title) expects \(declared), got a value of type \(type)", at: location)
    }

    /// The application empties a slot that no container fills.
    package static func keptSlot(_ title: String, _ kind: SlotDescription.Kind, at location: ScriptLocation)
        -> Diagnostic
    {
        Diagnostic(
            .invalidSlot, "slot \(title) is \(kind.wrapper) and cannot be emptied", at: location,
            hints: kind == .preference ? ["`Preferences.reset` removes its value from the store"] : [])
    }

    package static func unassignedSlot(_ title: String, _ declaration: SlotDeclaration) -> Diagnostic {
        Diagnostic(.finalSlot, "slot \(title) was read before it was assigned", at: declaration.location)
    }
}

extension SlotDescription.Arguments {
    /// The declaration, to follow the name of the slot.
    fileprivate func phrase(_ kind: SlotDescription.Kind) -> String {
        switch kind {
        case .lazy: hasInitialValue ? "has an initial value" : "has no initial value"
        case .partial: id.map { "names partial \($0.quoted)" } ?? "names no partial"
        default: id.map { "names \($0.quoted)" } ?? "names no id"
        }
    }
}

extension SlotFault {
    /// Whether there are similar names.
    var hasSuggestions: Bool { !suggestions.isEmpty }

    /// The message after the name of the slot.
    fileprivate var phrase: String {
        switch self {
        case .noContainer: "cannot be filled: it does not belong to a container"
        case .noFields(let owner): "cannot be filled: the runtime does not know the fields of \(owner)"
        case .containerEnded: "cannot be filled: its container was released"
        case .noProvider(let type): "cannot be filled: no service provides \(type)"
        case .severalProviders(let type, let names):
            {
                let ids = names.providers(of: type)
                return "cannot be filled: \(ids.count) services provide \(typeName(type)): "
                    + ids.joined(separator: ", ")
            }()
        case .unknownService(let id, _): "refers to \"\(id)\", which is not defined"
        case .unknownPartial(let name, _): "refers to partial \(name.quoted), which is not defined"
        case .wrongType(let definition, let type, let wanted):
            "expects \(typeName(wanted)), but \(definition.phrase) is \(typeName(type))"
        case .skipped(let rule):
            "has no value: the rule\(rule.origin.location.map { " at \($0)" } ?? "") skips it, and no value was assigned"
        case .madeNothing(let rule):
            "has no value: the function of the rule\(rule.origin.location.map { " at \($0)" } ?? "") returned nothing"
        case .spent(let rule):
            "has no value: the rule\(rule.origin.location.map { " at \($0)" } ?? "") fills it once, and it was emptied"
        case .providedNothing(let wrapper): "has no value: the provider of `@\(wrapper)` returned nothing"
        case .noResource(let name): "has no value: implementation \(name.quoted) does not contain it"
        }
    }

    fileprivate var isOfUnknownService: Bool { if case .unknownService = self { true } else { false } }

    fileprivate var suggestions: [String] {
        switch self {
        case .unknownService(let id, let graph): graph.names.services.nearest(to: id)
        case .unknownPartial(let name, let graph): graph.partials.nearest(to: name)
        default: []
        }
    }

    fileprivate func hints(_ title: String) -> [String] {
        switch self {
        case .noContainer:
            [
                "let a container build the owner, call `container.inject(into:)` or `Container.bootstrap`, or read within `withContainer`"
            ]
        case .noFields: ["compile its module without `-disable-reflection-metadata`"]
        case .containerEnded: ["keep the container while slots that it fills are in use"]
        case .noProvider: ["`inject { slot = \"\(title)\", value = … }` provides a value"]
        case .severalProviders(let type, let names):
            [
                "`inject { slot = \"\(title)\", value = ref \"\(names.providers(of: type).first ?? "")\" }` selects one of them"
            ]
        case .unknownService, .unknownPartial, .wrongType, .skipped, .madeNothing, .spent, .providedNothing,
            .noResource:
            []
        }
    }
}

/// How the application uses the slots of an object.
package enum OwnerUse: String {
    case filled, emptied, listed
}
