internal import MoonwireValues

extension HostClass {
    /// Describes a type, member by member.
    ///
    /// Argument and result types are inferred.
    ///
    ///     let counters = HostClass(Counter.self) { counter in
    ///         counter.constructor("start") { (start: Int) in Counter(start) }           // Counter(5)
    ///         counter.property("value", \.value)                                        // c.value
    ///         counter.method("add", "amount") { (counter, n: Int) in counter.add(n) }   // c:add(2)
    ///         counter.staticMethod("zero") { Counter(0) }                               // Counter.zero()
    ///         counter.operator(.less) { (a: Counter, b: Counter) in a.value < b.value }
    ///     }
    ///     try lua.register(counters)
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the type in scripts and messages; its Swift name if nil.
    ///   - base: The description of a superclass, whose members are inherited unless they are declared again. Constructors and static
    ///     members are not inherited.
    ///   - declare: Declares the members.
    public init<Owner: HostObject & Sendable>(
        _ type: Owner.Type,
        named name: String? = nil,
        inheriting base: HostClass? = nil,
        members declare: (inout Members<Owner>) -> Void
    ) {
        self.init(type, isSendable: true, name, base, declare)
    }

    /// Describes a type that is not `Sendable`, whose objects scripts have only during the call that passes or creates them.
    ///
    /// Using an object later is an error.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the type in scripts and messages; its Swift name if nil.
    ///   - base: The description of a superclass, whose members are inherited unless they are declared again. Constructors and static
    ///     members are not inherited.
    ///   - declare: Declares the members.
    public init<Owner: HostObject>(
        _ type: Owner.Type,
        named name: String? = nil,
        inheriting base: HostClass? = nil,
        members declare: (inout Members<Owner>) -> Void
    ) {
        self.init(type, isSendable: false, name, base, declare)
    }

    private init<Owner: HostObject>(
        _ type: Owner.Type, isSendable: Bool, _ name: String?, _ base: HostClass?,
        _ declare: (inout Members<Owner>) -> Void
    ) {
        var hostClass = base ?? HostClass(name: "")
        hostClass.name = name ?? typeName(type)
        hostClass.isSendable = isSendable
        hostClass.statics = Statics()
        let inherited = base?.subject.map { [$0.type] + $0.inherited } ?? []
        hostClass.subject = Subject(type: type, identifiers: Self.identifiers(of: type), inherited: inherited)
        var members = Members<Owner>(hostClass)
        declare(&members)
        self = members.complete()
    }

    private static func identifiers<Owner>(of type: Owner.Type) -> [ObjectIdentifier] {
        if type is AnyClass { return [ObjectIdentifier(type)] }
        return [ObjectIdentifier(HostBox<Owner>.self), ObjectIdentifier(ValueBox<Owner>.self)]
    }
}

extension HostClass {
    /// Declares the members of a type.
    public struct Members<Owner: HostObject> {
        private var hostClass: HostClass
        private var constructors: [Overload] = []
        private var operators: [HostClass.Operator: [Overload]] = [:]

        fileprivate init(_ hostClass: HostClass) {
            self.hostClass = hostClass
        }

        /// The name of a member in messages: `Counter.add`.
        @usableFromInline func qualified(_ member: String) -> String { "\(hostClass.name).\(member)" }

        @usableFromInline var className: String { hostClass.name }

        /// A member that is declared again replaces one of another kind.
        @usableFromInline mutating func add(method name: String, _ labels: [String], _ function: HostFunction) {
            hostClass.getters[name] = nil
            hostClass.setters[name] = nil
            hostClass.methods[name] = HostFunction(function, as: .method, labels: labels)
        }

        @usableFromInline mutating func add(property name: String, _ getter: HostFunction, _ setter: HostFunction?) {
            hostClass.methods[name] = nil
            hostClass.getters[name] = HostFunction(getter, as: .method)
            hostClass.setters[name] = setter.map { HostFunction($0, as: .setter) }
        }

        @usableFromInline mutating func add(staticMethod name: String, _ function: HostFunction) {
            hostClass.statics.methods[name] = function
        }

        @usableFromInline mutating func add(
            staticProperty name: String, _ getter: HostFunction, _ setter: HostFunction?
        ) {
            hostClass.statics.getters[name] = HostFunction(getter, as: .method)
            hostClass.statics.setters[name] = setter.map { HostFunction($0, as: .setter) }
        }

        @usableFromInline mutating func add(constructor overload: Overload, _ labels: [String]) {
            constructors.append(overload.labeled(labels))
        }

        @usableFromInline mutating func add(_ operator: HostClass.Operator, _ overload: Overload) {
            operators[`operator`, default: []].append(overload)
        }

        @usableFromInline mutating func set(
            _ operator: HostClass.Operator, _ function: HostFunction, _ labels: [String]
        ) {
            hostClass.operators[`operator`] = HostFunction(function, as: .method, labels: labels)
        }

        @usableFromInline mutating func set(description: HostFunction) {
            hostClass.description = HostFunction(description, as: .method)
        }

        @usableFromInline mutating func set(subscripts: Subscripts) { hostClass.subscripts = subscripts }

        fileprivate func complete() -> HostClass {
            var complete = hostClass
            complete.statics.constructor = Overload.constructor(of: className, constructors)
            for (sign, overloads) in operators { complete.operators[sign] = Overload.operation(sign, overloads) }
            return complete
        }
    }
}
