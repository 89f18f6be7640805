internal import CLuaShim
internal import MoonwireValues

extension Interpreter {
    /// Makes a type known to scripts.
    ///
    /// Scripts see the constructors and static members of the type as a global with the name of the class.
    ///
    /// - Parameter hostClass: The description of the type, made by ``HostClass/init(_:named:inheriting:members:)``.
    /// - Throws: ``LuaError`` when the description has no type, or inherits from that of a type that is not a superclass.
    public func register(_ hostClass: HostClass) throws {
        guard let subject = hostClass.subject else {
            throw LuaError(.argument, "the description of \(hostClass.name) does not specify its type")
        }
        for base in subject.inherited where !isSubclass(subject.type, of: base) {
            throw LuaError(.argument, "\(typeName(subject.type)) does not inherit from \(typeName(base))")
        }
        try withStack { stack in
            forgetDerivedClasses()
            try add(hostClass, for: subject.identifiers, stack)
            if !hostClass.statics.isEmpty {
                try setGlobal(hostClass.name) { try $0.push(statics: hostClass) }
            }
        }
    }

    /// Registers a description for the objects of a type, and those of its subclasses that have no class of their own.
    ///
    /// Use this method for descriptions that ``HostClass/init(name:methods:getters:setters:unknownMember:description:)`` creates.
    ///
    /// - Parameters:
    ///   - hostClass: The description.
    ///   - type: The type of the objects.
    public func register(_ hostClass: HostClass, for type: ObjectIdentifier) {
        try? withStack { stack in
            forgetDerivedClasses()
            try add(hostClass, for: [type], stack)
        }
    }

    /// Describes classes when scripts first receive their objects, unless they are registered.
    ///
    /// - Parameter describe: Returns the description for the objects of a type; nil if there is none.
    package func describeClasses(_ describe: @escaping @Sendable (ObjectIdentifier) -> HostClass?) {
        try? withStack { _ in
            forgetDerivedClasses()
            registry.describe = { type, stack in
                try describe(type).map { try stack.interpreter.add($0, for: [type], stack) }
            }
        }
    }

    private func forgetDerivedClasses() {
        registry.derived.removeAll()
        registry.last = nil
    }

    @discardableResult
    private func add(_ hostClass: HostClass, for types: [ObjectIdentifier], _ stack: LuaStack) throws -> ClassSlot {
        var hostClass = hostClass
        if hostClass.unknownMember == nil {
            let refusal = HostFunction.unknownMember(of: hostClass)
            hostClass.unknownMember = hostClass.subscripts?.handler(orElse: refusal) ?? refusal
            hostClass.refusesUnknownMembers = hostClass.subscripts == nil
        }
        let slot = ClassSlot(slot: try define(hostClass, stack), isSendable: hostClass.isSendable)
        for type in types { registry.classes[type] = slot }
        return slot
    }

    func defineOwnClasses(_ stack: LuaStack) throws {
        registry.holderClass = try define(HostClass(name: "function"), stack)
        registry.errorClass = try define(RaisedError.hostClass, stack)
        registry.classes[ObjectIdentifier(RaisedError.self)] = ClassSlot(
            slot: registry.errorClass, isSendable: true)
    }

    /// The class for an object; throws ``LuaError`` if its type must be described first, but the stack is used up.
    func classSlot(of object: AnyObject, _ stack: LuaStack) throws -> ClassSlot {
        let type: AnyClass = Swift.type(of: object)
        let identifier = ObjectIdentifier(type)
        if let last = registry.last, last.type == identifier { return last.slot }
        let slot =
            try registry.classes[identifier] ?? registry.derived[identifier] ?? described(identifier, stack)
            ?? derivedSlot(of: type, stack)
        registry.last = (identifier, slot)
        return slot
    }

    /// The class for the objects of a type that is described when it is needed.
    private func described(_ type: ObjectIdentifier, _ stack: LuaStack) throws -> ClassSlot? {
        try registry.describe?(type, stack)
    }

    private func derivedSlot(of type: AnyClass, _ stack: LuaStack) throws -> ClassSlot {
        var ancestor: AnyClass? = _getSuperclass(type)
        while let current = ancestor {
            let identifier = ObjectIdentifier(current)
            if let known = try registry.classes[identifier] ?? described(identifier, stack) {
                registry.derived[ObjectIdentifier(type)] = known
                return known
            }
            ancestor = _getSuperclass(current)
        }
        // Scripts can only pass on an object of an unknown type.
        let unknown = try define(HostClass(name: typeName(type)), stack)
        let slot = ClassSlot(slot: unknown, isSendable: true)
        registry.derived[ObjectIdentifier(type)] = slot
        return slot
    }

    /// Creates the metatable of a class, and returns its slot.
    func define(_ hostClass: HostClass, _ stack: LuaStack) throws -> Int32 {
        let base = mw_top(stack.thread)
        try stack.reserve(24)
        var members = mw_class()
        members.methods = push(hostClass.methods, stack) { stack.pushFunction($0) }
        if !hostClass.getters.isEmpty {
            members.getters = push(hostClass.getters, stack) { stack.pushHolder($0) }
        }
        members.setters = push(hostClass.setters, stack) { stack.pushHolder($0) }
        if let handler = hostClass.unknownMember {
            stack.pushHolder(handler)
            members.unknown = mw_top(stack.thread)
        }
        members.reads_unknown = !hostClass.refusesUnknownMembers
        var events = Dictionary(uniqueKeysWithValues: hostClass.operators.map { ($0.event, $1) })
        events["__tostring"] = hostClass.description
        if !events.isEmpty { members.events = push(events, stack) { stack.pushFunction($0) } }
        let slot = mw_define_class(stack.thread, hostClass.name, &members)
        mw_set_top(stack.thread, base)
        return slot
    }

    /// Pushes a table of functions, and returns its position.
    private func push(_ functions: [String: HostFunction], _ stack: LuaStack, each: (HostFunction) -> Void) -> Int32 {
        mw_new_table(stack.thread, 0, functions.count)
        let table = mw_top(stack.thread)
        for (name, function) in functions {
            each(function)
            stack.rawSet(Int(table), key: name)
        }
        return table
    }
}

private func isSubclass(_ type: Any.Type, of base: Any.Type) -> Bool {
    var ancestor: AnyClass? = type as? AnyClass
    while let current = ancestor {
        if current == base { return true }
        ancestor = _getSuperclass(current)
    }
    return false
}

/// Represents a class among the globals of scripts.
private final class ClassObject {}

extension LuaStack {
    /// Pushes the object that represents the class itself.
    fileprivate func push(statics hostClass: HostClass) throws {
        try reserve(6)
        var statics = HostClass(name: hostClass.name)
        statics.methods = hostClass.statics.methods
        statics.getters = hostClass.statics.getters
        statics.setters = hostClass.statics.setters
        statics.operators[.call] = hostClass.statics.constructor
        statics.unknownMember = .unknownMember(of: statics, kind: "static member")
        statics.refusesUnknownMembers = true
        let slot = try interpreter.define(statics, self)
        let object = Unmanaged.passRetained(ClassObject())
        mw_push_object(thread, object.toOpaque(), object.toOpaque(), slot, Int32(MW_OWN))
    }
}
