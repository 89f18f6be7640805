public import MoonwireModel
import MoonwireValues

/// Injection rules of the application: they are beneath those of the scripts, and in overrides above them.
extension Registrations {
    /// Injects a value into one slot, as `inject { slot = "Dashboard.unit", value = "km/h" }` does in a script.
    ///
    /// ```swift
    /// let container = try Container(scripts: ["container.lua"], types: Exposures.all, environment: .dev) {
    ///     $0.inject(slot: "Dashboard.unit", "km/h")
    /// }
    /// ```
    ///
    /// The most specific rule applies, and of equal ones the last: a script can replace the rule, and
    /// ``Container/withOverrides(_:operation:)`` replaces a rule of the scripts. A value that does not fit the slot is a fault.
    ///
    /// - Parameters:
    ///   - slot: The slot, as `Owner.slot`; subclasses have it too.
    ///   - options: How the rule applies.
    ///   - value: The value.
    ///   - file: The file to which messages about the rule refer.
    ///   - line: The line in that file.
    public mutating func inject<Value: Sendable>(
        slot: String, options: InjectionOptions = [], _ value: Value, file: String = #fileID, line: Int = #line
    ) {
        let line = ScriptLocation(file: file, line: line)
        add(target(slot, at: line), content(value, at: line), options, line)
    }

    /// Injects a service into one slot: `services.inject(slot: "Dashboard.engine", service: "v8")`.
    ///
    /// An id that is not defined is a fault.
    public mutating func inject(
        slot: String, options: InjectionOptions = [], service: String, file: String = #fileID, line: Int = #line
    ) {
        let line = ScriptLocation(file: file, line: line)
        add(target(slot, at: line), .value(.reference(ServiceReference(service))), options, line)
    }

    /// Injects what a closure makes for each owner into one slot.
    ///
    /// ```swift
    /// services.inject(slot: "Badge.text") { (badge: Badge, resolver) in
    ///     "\(badge.name) of \(try resolver.parameter("brand") as String)"
    /// }
    /// ```
    ///
    /// The closure is called when the slot is filled, with the owner, on the thread that builds or uses the owner. Nil means no value.
    /// What it resolves is a dependency of the owner.
    public mutating func inject<Owner, Value>(
        slot: String, as type: Value.Type = Value.self, options: InjectionOptions = [], file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable (Owner, ServiceResolver) throws -> Value?
    ) {
        let line = ScriptLocation(file: file, line: line)
        add(target(slot, at: line), content(make, at: line), options, line)
    }

    /// Injects a value into all slots of a type or a protocol, or those of one owner.
    ///
    /// ```swift
    /// services.inject((any Mailing).self, SilentMailer())
    /// services.inject(Engine.self, owner: Dashboard.self, Engine(brand: "v8"))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The declared type of the slots, which may be optional, or `any` of one protocol.
    ///   - owner: The class whose slots are filled, and those of its subclasses; nil for all. It becomes a known owner.
    ///   - options: How the rule applies.
    ///   - value: The value.
    ///   - file: The file to which messages about the rule refer.
    ///   - line: The line in that file.
    public mutating func inject<Slot, Value: Sendable>(
        _ type: Slot.Type, owner: AnyClass? = nil, options: InjectionOptions = [], _ value: Value,
        file: String = #fileID,
        line: Int = #line
    ) {
        let line = ScriptLocation(file: file, line: line)
        add(target(type, owner, at: line), content(value, at: line), options, line)
    }

    /// Injects a service into all slots of a type or a protocol, or those of one owner.
    ///
    /// `services.inject(Engine.self, owner: Dashboard.self, service: "v8")`; an id that is not defined is a fault.
    public mutating func inject<Slot>(
        _ type: Slot.Type, owner: AnyClass? = nil, options: InjectionOptions = [], service: String,
        file: String = #fileID,
        line: Int = #line
    ) {
        let line = ScriptLocation(file: file, line: line)
        add(target(type, owner, at: line), .value(.reference(ServiceReference(service))), options, line)
    }

    /// Injects what a closure makes for each owner into all slots of a type or a protocol, or those of one owner.
    ///
    /// ```swift
    /// services.inject(Logger.self) { (owner: AnyObject?, _) in Logger(label: "\(Swift.type(of: owner))") }
    /// ```
    ///
    /// The owner is nil for a slot that belongs to no object, static or in a struct, if the closure takes `AnyObject?`.
    public mutating func inject<Slot, Owner>(
        _ type: Slot.Type, owner: AnyClass? = nil, options: InjectionOptions = [], file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable (Owner, ServiceResolver) throws -> Slot?
    ) {
        let line = ScriptLocation(file: file, line: line)
        add(target(type, owner, at: line), content(make, at: line), options, line)
    }

    /// Leaves one slot unchanged, as `inject { slot = "Dashboard.engine", value = skip }` does in a script.
    public mutating func skipInjection(slot: String, file: String = #fileID, line: Int = #line) {
        let line = ScriptLocation(file: file, line: line)
        add(target(slot, at: line), .skip, [], line)
    }

    /// Leaves all slots of a type or a protocol unchanged, or those of one owner.
    public mutating func skipInjection<Slot>(
        _ type: Slot.Type, owner: AnyClass? = nil, options: InjectionOptions = [], file: String = #fileID,
        line: Int = #line
    ) {
        let line = ScriptLocation(file: file, line: line)
        add(target(type, owner, at: line), .skip, options, line)
    }

    /// Leaves all slots of a class, and of its subclasses, unchanged.
    public mutating func skipInjection(
        owner: AnyClass, options: InjectionOptions = [], file: String = #fileID, line: Int = #line
    ) {
        addOwner(owner)
        add(.owner(qualifiedTypeName(owner)), .skip, options, ScriptLocation(file: file, line: line))
    }

    private mutating func add(
        _ target: InjectionRule.Target?, _ content: InjectionRule.Content, _ options: InjectionOptions,
        _ location: ScriptLocation
    ) {
        guard let target else { return }
        let rule = InjectionRule(target, content, options, origin: Origin(location))
        if let fault = rule.uselessOption { return report(fault) }
        add(rule)
    }

    private mutating func target(_ slot: String, at location: ScriptLocation) -> InjectionRule.Target? {
        if let target = InjectionRule.Target(slot: slot) { return target }
        report(.notASlotName(slot, at: location))
        return nil
    }

    private mutating func target<Slot>(
        _ type: Slot.Type, _ owner: AnyClass?, at location: ScriptLocation
    ) -> InjectionRule.Target? {
        if let owner { addOwner(owner) }
        let (type, owner) = (unwrapped(type), owner.map { qualifiedTypeName($0) })
        guard isExistential(type) else { return .type(qualifiedTypeName(type), owner: owner) }
        let protocols = existentialParts(qualifiedTypeName(type))
        if protocols.count == 1 { return .protocol(protocols[0], owner: owner) }
        report(.severalProtocols(typeName(type), protocols.map(shortTypeName), at: location))
        return nil
    }

    private func content<Value: Sendable>(_ value: Value, at location: ScriptLocation) -> InjectionRule.Content {
        if let scalar = value as? any InjectedScalar, let plain = try? ValueCollector.plainValue(of: scalar) {
            return .value(.value(plain))
        }
        return .value(.inline(Definition(injecting: Value.self, constant: value, at: location) { _, _ in value }))
    }

    private func content<Owner, Value>(
        _ make: @escaping @Sendable (Owner, ServiceResolver) throws -> Value?, at location: ScriptLocation
    ) -> InjectionRule.Content {
        let definition = Definition(injecting: Value.self, at: location) { owner, resolver in
            guard let owner = (owner as Any) as? Owner else {
                throw ContainerError(.wrongOwner(owner.map { dynamicType(of: $0) }, wanted: Owner.self, at: location))
            }
            return try make(owner, resolver)
        }
        return .value(.inline(definition))
    }
}

/// Values that a rule contains as a script would write them, so that they are checked at load and converted to the type of a slot.
private protocol InjectedScalar: Convertible {}

extension Bool: InjectedScalar {}
extension Int: InjectedScalar {}
extension Double: InjectedScalar {}
extension String: InjectedScalar {}
extension Array: InjectedScalar where Element: InjectedScalar {}
extension Dictionary: InjectedScalar where Key == String, Value: InjectedScalar {}
