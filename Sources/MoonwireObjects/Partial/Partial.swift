public import MoonwireCore
import MoonwireValues

/// A property whose object is built from a partial of a script when it is first read.
///
/// ```swift
/// final class Page {
///     @Partial var header: HeaderView             // from `partial "HeaderView" { … }`
///     @Partial("Footer") var footer: FooterView
/// }
/// ```
///
/// Without a name, the partial has the name of the type. The slot keeps the object, and a rule for the slot takes precedence. A reload
/// does not change slots that are filled.
public typealias Partial<Value> = Provided<PartialProvider<Value>>

/// Builds the objects of ``Partial`` slots.
public struct PartialProvider<Value>: DefaultSlotProvider {
    /// Partial.
    public static var wrapperName: String { "Partial" }

    private let name: String?

    /// Creates a provider for the partial with the name of the type.
    public init() { name = nil }

    fileprivate init(_ name: String) {
        self.name = name
    }

    /// Returns a new object from the partial.
    public func value(for slot: SlotContext) throws -> Value? {
        try slot.resolver.instantiate(name ?? Self.nameOfType, as: Value.self)
    }

    /// The name of the type, or of the protocol, without a question mark.
    private static var nameOfType: String {
        let name = typeName(unwrapped(Value.self))
        return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    }
}

extension PartialProvider: TemplateSlotProvider {
    package static var kind: SlotDescription.Kind { .partial }
    package var template: String? { name }
}

extension Provided {
    /// Creates a slot for an object from the partial with that name.
    public init<Value>(_ name: String, file: StaticString = #fileID, line: UInt32 = #line)
    where Provider == PartialProvider<Value> {
        self.init(PartialProvider(name), file: file, line: line)
    }
}
