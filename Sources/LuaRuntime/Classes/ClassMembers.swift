internal import MoonwireValues

extension ObjectClass {
    /// Describes a type, member by member; argument and result types are inferred.
    ///
    ///     let counters = ObjectClass(Counter.self) { counter in
    ///         counter.constructor("start") { (start: Int) in Counter(start) }       // Counter(5)
    ///         counter.property("value", \.value)                                    // c.value
    ///         counter.method("add", "amount") { (counter, n: Int) in counter.add(n) }   // c:add(2)
    ///         counter.staticMethod("zero") { Counter(0) }                           // Counter.zero()
    ///         counter.operator(.less) { (a: Counter, b: Counter) in a.value < b.value }
    ///     }
    ///     try lua.register(counters)
    ///
    /// - Parameters:
    ///   - name: What scripts and messages call the type; its Swift name without it.
    ///   - base: The description of a superclass, whose members objects of this type have too unless they are declared
    ///     anew. What belongs to the superclass itself, its constructor for one, is not taken over.
    public init<Owner: LuaObject & Sendable>(
        _ type: Owner.Type,
        named name: String? = nil,
        inheriting base: ObjectClass? = nil,
        members declare: (inout ClassMembers<Owner>) -> Void
    ) {
        self.init(type, isSendable: true, name, base, declare)
    }

    /// Describes a type whose instances must not be shared between threads: scripts have each one only during the call
    /// that hands it to them, or that makes it. What they keep of it is an error when it is used later.
    public init<Owner: LuaObject>(
        _ type: Owner.Type,
        named name: String? = nil,
        inheriting base: ObjectClass? = nil,
        members declare: (inout ClassMembers<Owner>) -> Void
    ) {
        self.init(type, isSendable: false, name, base, declare)
    }

    private init<Owner: LuaObject>(
        _ type: Owner.Type, isSendable: Bool, _ name: String?, _ base: ObjectClass?,
        _ declare: (inout ClassMembers<Owner>) -> Void
    ) {
        var objectClass = base ?? ObjectClass(name: "")
        objectClass.name = name ?? typeName(type)
        objectClass.isSendable = isSendable
        objectClass.statics = Statics()
        let inherited = base?.subject.map { [$0.type] + $0.inherited } ?? []
        objectClass.subject = Subject(type: type, identifiers: Self.identifiers(of: type), inherited: inherited)
        var members = ClassMembers<Owner>(objectClass)
        declare(&members)
        self = members.complete()
    }

    private static func identifiers<Owner>(of type: Owner.Type) -> [ObjectIdentifier] {
        if type is AnyClass { return [ObjectIdentifier(type)] }
        return [ObjectIdentifier(MutableBox<Owner>.self), ObjectIdentifier(ValueBox<Owner>.self)]
    }
}

/// What a type lets scripts do, while it is being described.
public struct ClassMembers<Owner: LuaObject> {
    private var objectClass: ObjectClass
    private var constructors: [Overload] = []
    private var operators: [ObjectClass.Operator: [Overload]] = [:]

    fileprivate init(_ objectClass: ObjectClass) {
        self.objectClass = objectClass
    }

    /// The name of a member as messages write it: `Counter.add`.
    @usableFromInline func qualified(_ member: String) -> String { "\(objectClass.name).\(member)" }

    @usableFromInline var className: String { objectClass.name }

    /// A member that is declared anew is of the new sort only.
    @usableFromInline mutating func add(method name: String, _ labels: [String], _ function: HostFunction) {
        objectClass.getters[name] = nil
        objectClass.setters[name] = nil
        objectClass.methods[name] = HostFunction(function, as: .method, labels: labels)
    }

    @usableFromInline mutating func add(property name: String, _ getter: HostFunction, _ setter: HostFunction?) {
        objectClass.methods[name] = nil
        objectClass.getters[name] = HostFunction(getter, as: .method)
        objectClass.setters[name] = setter.map { HostFunction($0, as: .setter) }
    }

    @usableFromInline mutating func add(staticMethod name: String, _ function: HostFunction) {
        objectClass.statics.methods[name] = function
    }

    @usableFromInline mutating func add(staticProperty name: String, _ getter: HostFunction, _ setter: HostFunction?) {
        objectClass.statics.getters[name] = HostFunction(getter, as: .method)
        objectClass.statics.setters[name] = setter.map { HostFunction($0, as: .setter) }
    }

    @usableFromInline mutating func add(constructor overload: Overload, _ labels: [String]) {
        constructors.append(overload.labeled(labels))
    }

    @usableFromInline mutating func add(_ operator: ObjectClass.Operator, _ overload: Overload) {
        operators[`operator`, default: []].append(overload)
    }

    @usableFromInline mutating func set(_ operator: ObjectClass.Operator, _ function: HostFunction, _ labels: [String])
    {
        objectClass.operators[`operator`] = HostFunction(function, as: .method, labels: labels)
    }

    @usableFromInline mutating func set(description: HostFunction) {
        objectClass.description = HostFunction(description, as: .method)
    }

    @usableFromInline mutating func set(subscripts: Subscripts) { objectClass.subscripts = subscripts }

    fileprivate func complete() -> ObjectClass {
        var complete = objectClass
        complete.statics.constructor = Overload.constructor(of: className, constructors)
        for (sign, overloads) in operators { complete.operators[sign] = Overload.operation(sign, overloads) }
        return complete
    }
}
