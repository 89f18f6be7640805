import MoonwireModel
import MoonwireValues

/// What the declaration of a slot contains, which otherwise is known only from an object: with it, a load checks the slot.
///
/// ```swift
/// final class Dashboard {
///     @Injected("smtp") var mailer: any Mailing
///     @Lazy var engine: Engine
///     @Lazy var formatter = Formatter()
///
///     static let exposure = Exposure(Dashboard.self) {
///         SlotArguments("mailer", id: "smtp")
///         SlotArguments("engine")
///         SlotArguments("formatter", hasInitialValue: true)
///     }
/// }
/// ```
///
/// An id that is not defined, a service of another type, and rules that apply to no slot because of ids are then reported when the
/// scripts are loaded or checked. `swift package generate-exposures` writes these lines. An object whose slots differ from them is
/// reported.
public struct SlotArguments<Owner>: Sendable {
    let slot: String
    let arguments: SlotDescription.Arguments

    /// States the id of a slot with `@Injected` or `@Weak`, or the name of the partial of a slot with `@Partial`.
    ///
    /// Without an id, the slot names none, and one with `@Lazy` has no initial value.
    public init(_ slot: String, id: String? = nil) {
        self.slot = slot
        arguments = .id(id)
    }

    /// States whether a slot with `@Lazy` has an initial value.
    public init(_ slot: String, hasInitialValue: Bool) {
        self.slot = slot
        arguments = .initialValue(hasInitialValue)
    }
}

extension SlotArguments: Exposure.Member {
    /// The declaration of the slot.
    public var members: ExposureBuilder<Owner>.Members { .init(slotArguments: [slot: [arguments]]) }
}

extension SlotDescription {
    /// Slots with what an exposure states about their declarations.
    ///
    /// A name that two slots have, those of a class and of its base class, does not tell which one is meant.
    static func all(of table: SlotTable?, _ stated: [String: [Arguments]]) -> [SlotDescription] {
        guard let table else { return [] }
        if stated.isEmpty { return table.fields.map { SlotDescription($0) } }
        table.noteStatement()
        let counts = table.fields.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
        return table.fields.map { field in
            var slot = SlotDescription(field)
            if let arguments = stated[field.name]?.first, counts[field.name] == 1, slot.kind.fault(of: arguments) == nil
            {
                // A slot with neither is stated without them.
                slot.arguments = slot.kind == .lazy ? .initialValue(arguments.hasInitialValue) : .id(arguments.id)
            }
            return slot
        }
    }

    /// What an exposure states about slots that the class does not have, or that it cannot state about them.
    static func faults(
        of stated: [String: [Arguments]], _ table: SlotTable?, inExposureOf type: String
    ) -> [Diagnostic] {
        let fields = table?.fields ?? []
        return stated.sorted { $0.key < $1.key }.flatMap { name, arguments -> [Diagnostic] in
            guard let field = fields.last(where: { $0.name == name }) else {
                return [.unknownSlotArguments(name, of: type, Suggestions(among: fields.map(\.name)).nearest(to: name))]
            }
            if arguments.count > 1 { return [.slotArgumentsTwice(name, of: type)] }
            return arguments.compactMap(field.slot.kind.fault).map {
                .slotArgumentsOfOtherKind(name, of: type, "`@\(field.slot.wrapper.name)`", $0)
            }
        }
    }
}

extension SlotDescription.Kind {
    /// What a declaration with the property wrapper cannot contain; nil if it can contain all that is stated.
    fileprivate func fault(of arguments: SlotDescription.Arguments) -> String? {
        switch self {
        case .injected, .weak, .partial: if case .initialValue = arguments { "an initial value" } else { nil }
        case .lazy: arguments.id.map { _ in "an id" }
        case .final, .preference, .provided, .resource: "an id or an initial value"
        }
    }
}
