internal import CLuaShim
internal import MoonwireValues

/// How objects of one Swift type look to scripts.
public struct ObjectClass: Sendable {
    public var name: String
    /// Called with the object and the arguments.
    public var methods: [String: HostFunction]
    /// Called with the object.
    public var getters: [String: HostFunction]
    /// Called with the object and the value.
    public var setters: [String: HostFunction]
    /// Called with the object, the key, and the value when it is written, for a member that is not listed.
    public var unknownMember: HostFunction?
    /// Called with the object when a script wants it as text; its name without it.
    public var description: HostFunction?

    public init(
        name: String,
        methods: [String: HostFunction] = [:],
        getters: [String: HostFunction] = [:],
        setters: [String: HostFunction] = [:],
        unknownMember: HostFunction? = nil,
        description: HostFunction? = nil
    ) {
        self.name = name
        self.methods = methods
        self.getters = getters
        self.setters = setters
        self.unknownMember = unknownMember
        self.description = description
    }
}

/// Where a class lies, and whether it is a subclass's or a stranger's for want of one of its own.
struct ClassSlot {
    let slot: Int32
    let isRegistered: Bool
}

extension Interpreter {
    /// Says how objects of exactly that type look, and those of its subclasses that have no class of their own.
    public func register(_ objectClass: ObjectClass, for type: ObjectIdentifier) {
        try? withStack { stack in
            classes = classes.filter(\.value.isRegistered)
            lastClass = nil
            classes[type] = ClassSlot(slot: define(objectClass, stack), isRegistered: true)
        }
    }

    func defineOwnClasses(_ stack: LuaStack) throws {
        holderClass = define(ObjectClass(name: "function"), stack)
        errorClass = define(RaisedError.objectClass, stack)
        classes[ObjectIdentifier(RaisedError.self)] = ClassSlot(slot: errorClass, isRegistered: true)
    }

    func classSlot(of object: AnyObject, _ stack: LuaStack) -> Int32 {
        let type: AnyClass = Swift.type(of: object)
        let identifier = ObjectIdentifier(type)
        if let lastClass, lastClass.type == identifier { return lastClass.slot }
        let slot = classes[identifier]?.slot ?? inheritedSlot(of: type, stack)
        lastClass = (identifier, slot)
        return slot
    }

    private func inheritedSlot(of type: AnyClass, _ stack: LuaStack) -> Int32 {
        var ancestor: AnyClass? = _getSuperclass(type)
        while let current = ancestor {
            if let known = classes[ObjectIdentifier(current)], known.isRegistered {
                classes[ObjectIdentifier(type)] = ClassSlot(slot: known.slot, isRegistered: false)
                return known.slot
            }
            ancestor = _getSuperclass(current)
        }
        let slot = define(ObjectClass(name: typeName(type)), stack)
        classes[ObjectIdentifier(type)] = ClassSlot(slot: slot, isRegistered: false)
        return slot
    }

    private func define(_ objectClass: ObjectClass, _ stack: LuaStack) -> Int32 {
        let base = mw_top(stack.thread)
        guard mw_reserve(stack.thread, 24) else { return holderClass }
        var members = mw_class()
        members.methods = push(objectClass.methods, stack) { stack.pushFunction($0) }
        members.getters = push(objectClass.getters, stack) { stack.pushHolder($0) }
        members.setters = push(objectClass.setters, stack) { stack.pushHolder($0) }
        if let handler = objectClass.unknownMember {
            stack.pushHolder(handler)
            members.unknown = mw_top(stack.thread)
        }
        if let description = objectClass.description {
            stack.pushFunction(description)
            members.describe = mw_top(stack.thread)
        }
        let slot = mw_define_class(stack.thread, objectClass.name, &members)
        mw_set_top(stack.thread, base)
        return slot
    }

    /// Pushes a table of functions, and answers its position.
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
