import MoonwireSupport

/// A property wrapper of the application, for slots that a ``SlotProvider`` fills.
///
/// ```swift
/// typealias FeatureFlag = Provided<FeatureFlagProvider>
///
/// final class Panel {
///     @FeatureFlag("dark") var isDark: Bool
/// }
/// ```
///
/// The slot gets its value when it is first read: from a rule, or else from the provider. Rules, hooks, and reports know it by its
/// name and its type, like the slots of ``Injected``.
@propertyWrapper public struct Provided<Provider: SlotProvider> {
    var value: Provider.Value?
    var home: SlotHome?
    let declaration: SlotDeclaration
    let provider: Provider

    /// Creates a slot with a provider, which may be a literal: `@FeatureFlag("dark")`.
    public init(_ provider: Provider, file: StaticString = #fileID, line: UInt32 = #line) {
        self.provider = provider
        declaration = SlotDeclaration(file: file, line: line)
    }

    /// Creates a slot with a provider that needs no arguments.
    public init(file: StaticString = #fileID, line: UInt32 = #line) where Provider: DefaultSlotProvider {
        self.init(Provider(), file: file, line: line)
    }

    /// Unavailable: the value of a slot depends on its owner.
    @available(*, unavailable, message: "this property wrapper can be applied only to properties of classes and actors")
    public var wrappedValue: Provider.Value {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// The slot of an owner, by which the compiler implements the property.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Provider.Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Provided>
    ) -> Provider.Value {
        get {
            if let value = owner[keyPath: storage].value { return value }
            return BoundSlot(storageAddress(storage, in: owner), in: owner).read()
        }
        set { owner[keyPath: storage].value = isNothing(newValue) ? nil : newValue }
    }

    /// The operations of a slot besides reading and writing: `try panel.$isDark.get()`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, SlotAccess<Provider.Value>>,
        storage storage: ReferenceWritableKeyPath<Owner, Provided>
    ) -> SlotAccess<Provider.Value> {
        SlotAccess(storageAddress(storage, in: owner), of: owner)
    }

    /// Unavailable: the projection of a slot depends on its owner.
    @available(*, unavailable, message: "a slot has a projection only in a class or an actor")
    public var projectedValue: SlotAccess<Provider.Value> { fatalError("unavailable") }
}

/// What provides the values of slots with a property wrapper of the application.
///
/// ```swift
/// struct FeatureFlagProvider: SlotProvider, ExpressibleByStringLiteral {
///     static let wrapperName = "FeatureFlag"
///     let flag: String
///
///     init(stringLiteral flag: String) { self.flag = flag }
///
///     func value(for slot: SlotContext) throws -> Bool? {
///         try slot.resolver.resolve("flags", as: Flags.self).isOn(flag)
///     }
/// }
///
/// typealias FeatureFlag = Provided<FeatureFlagProvider>
/// ```
public protocol SlotProvider<Value> {
    /// The type of the slots.
    associatedtype Value
    /// The name of the property wrapper, as messages write it after `@`.
    static var wrapperName: String { get }
    /// Whether a slot keeps its value after the first read, until it is emptied; true by default.
    static var keepsValue: Bool { get }
    /// Returns the value of a slot without a rule; nil if there is none.
    ///
    /// What it resolves is a dependency of the owner. It must not read the slot.
    func value(for slot: SlotContext) throws -> Value?
}

/// A provider that needs no arguments, for slots that are declared without any: `@Tenant var tenant: String`.
public protocol DefaultSlotProvider: SlotProvider {
    /// Creates the provider of a slot that is declared without arguments.
    init()
}

extension SlotProvider {
    /// True.
    public static var keepsValue: Bool { true }
}

/// A provider of a product besides Moonwire, whose errors do not mention it.
package protocol ModuleSlotProvider: SlotProvider {
    static var kind: SlotDescription.Kind { get }
}

/// A provider that builds an object from a partial.
package protocol TemplateSlotProvider: ModuleSlotProvider {
    /// The name of the partial in the slot's declaration; nil if it contains none.
    var template: String? { get }
}

/// The slot for which a ``SlotProvider`` returns a value.
public struct SlotContext {
    /// The object with the slot.
    public let owner: AnyObject
    /// The name of the property.
    public let name: String
    /// Resolves services and reads parameters.
    public let resolver: ServiceResolver
}

extension Provided: InjectableSlot {
    typealias Value = Provider.Value

    static var kind: SlotDescription.Kind { (Provider.self as? any ModuleSlotProvider.Type)?.kind ?? .provided }
    static var isLate: Bool { true }
    static var keepsValue: Bool { Provider.keepsValue }
    static var wrapper: OwnerSlot.Wrapper { .provided(Provider.wrapperName) }
    var id: String? { nil }

    static func answer(for slot: BoundSlot<Self>, in generation: Generation) throws -> SlotAnswer<Value> {
        if let provider = slot.address.pointee.provider as? any ResourceSlotProvider {
            // The owner may compute the name, with what other slots have.
            let name = Resolution.current.naming(.storage(slot.address)) { provider.implementation(of: slot.owner) }
            guard let name else {
                throw ContainerError(.readsItsResource(slot.title, slot.address.pointee.declaration))
            }
            return try generation.resource(for: slot, name)
        }
        let provider = slot.address.pointee.provider
        let made: Value??
        do {
            made = try Resolution.current.making(.storage(slot.address)) {
                try generation.withResolver {
                    try provider.value(for: SlotContext(owner: slot.owner, name: slot.field?.name ?? "?", resolver: $0))
                }
            }
        } catch {
            let provider = kind == .provided ? Provider.wrapperName : nil
            throw generation.secrets.masked(
                ContainerError(
                    .providerFailed(slot.title, provider, error, slot.address.pointee.declaration),
                    underlying: error))
        }
        guard let made else { throw ContainerError(.providerReadsSlot(slot.title)) }
        return made.map { .value($0) } ?? .nothing(.providedNothing(Provider.wrapperName))
    }

    static func source(of slot: BoundSlot<Self>, in generation: Generation) -> OwnerSlot.Source {
        if let rule = generation.plan.rules.source(of: slot) { return rule }
        guard let provider = slot.address.pointee.provider as? any ResourceSlotProvider else { return .provider }
        let rule = provider.implementation(of: slot.owner).flatMap {
            generation.plan.rules.resource(of: slot, $0)?.rule
        }
        return rule.map { .rule($0.title, location: $0.source.location) } ?? .none
    }
}
