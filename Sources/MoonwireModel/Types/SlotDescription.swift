package import MoonwireValues

/// What an exposure records of a slot.
package struct SlotDescription: Sendable, Hashable, Codable {
    /// What makes a property a slot.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// `@Injected`: a container fills it.
        case injected
        /// `@Lazy`: a container fills it when it is first read.
        case lazy
        /// `@Final`: only the application assigns it.
        case final
        /// `@Preference`: its value is in a store.
        case preference
        /// `@Weak`: a container fills it when it is read, and it does not keep its value.
        case weak
        /// A property wrapper of the application: its provider, or a rule, fills it when it is first read.
        case provided
        /// `@Partial`: an object from a template fills it when it is first read.
        case partial
        /// `@Resource`: the implementation of its owner fills it when it is first read.
        case resource

        /// Whether a container injects into such slots.
        package var isInjectable: Bool { self != .final && self != .preference }
    }

    /// What the declaration of a slot passes to its property wrapper; in a box, because most slots have none and there are many.
    package indirect enum Arguments: Sendable, Hashable {
        /// The id that the slot names, or the name of its partial; nil if it names none.
        case id(String?)
        /// Whether the declaration contains an initial value.
        case initialValue(Bool)

        package var id: String? { if case .id(let id) = self { id } else { nil } }
        package var hasInitialValue: Bool { if case .initialValue(let has) = self { has } else { false } }
    }

    package let name: String
    /// The property wrapper that declares the slot.
    package let kind: Kind
    /// The name of the application's property wrapper, without `@`; nil for those of Moonwire.
    package let wrapperName: String?
    /// The name of the type that is injected; for an optional slot, of the wrapped type.
    package let type: String
    /// The names by which rules may call the type; none for a protocol.
    package let typeNames: [String]
    /// The names of the protocols when the slot is declared as `any` of them.
    package let protocolNames: [String]
    /// What values fit.
    package let shape: ValueShape
    /// Nil if only an object contains them: the exposure of the owner does not state them.
    package var arguments: Arguments?
    private(set) var swiftType = SwiftType.unknown

    private enum CodingKeys: CodingKey {
        case name, kind, wrapperName, type, typeNames, protocolNames, shape, arguments
    }

    /// Whether a container injects into the slot, so that rules and hooks apply to it.
    package var isInjectable: Bool { kind.isInjectable }

    /// Whether the declaration states the value, so that only a rule for this very slot, or a forced one, applies; nil if that is not
    /// known.
    package var saysItself: Bool? { arguments.map { $0.hasInitialValue || ($0.id != nil && kind != .partial) } }

    package init(
        name: String, kind: Kind, wrapperName: String? = nil, type: String, typeNames: [String],
        protocolNames: [String], shape: ValueShape, swiftType: SwiftType
    ) {
        self.name = name
        self.kind = kind
        self.wrapperName = wrapperName
        self.type = type
        self.typeNames = typeNames
        self.protocolNames = protocolNames
        self.shape = shape
        self.swiftType = swiftType
    }
}

extension SlotDescription.Arguments: Codable {
    private enum CodingKeys: CodingKey { case id, hasInitialValue }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let has = try container.decodeIfPresent(Bool.self, forKey: .hasInitialValue) {
            self = .initialValue(has)
        } else {
            self = .id(try container.decodeIfPresent(String.self, forKey: .id))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .id(let id): try container.encodeIfPresent(id, forKey: .id)
        case .initialValue(let has): try container.encode(has, forKey: .hasInitialValue)
        }
    }
}
