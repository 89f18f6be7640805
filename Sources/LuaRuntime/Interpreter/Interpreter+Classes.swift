internal import CLuaShim
internal import MoonwireValues

/// Where a class lies, and how scripts may hold its objects.
struct ClassSlot {
    let slot: Int32
    /// Whether it is not a subclass's or a stranger's, for want of one of its own.
    let isRegistered: Bool
    let isSendable: Bool
}

extension Interpreter {
    /// Makes a type known to scripts: how its objects look, and, as a global, what belongs to the type itself.
    ///
    /// - Throws: ``LuaError`` when the description inherits from that of a type which is no superclass.
    public func register(_ objectClass: ObjectClass) throws {
        guard let subject = objectClass.subject else {
            throw LuaError(.argument, "the description of \(objectClass.name) does not specify its type")
        }
        for base in subject.inherited where !isSubclass(subject.type, of: base) {
            throw LuaError(.argument, "\(typeName(subject.type)) does not inherit from \(typeName(base))")
        }
        try withStack { stack in
            add(objectClass, for: subject.identifiers, stack)
            if !objectClass.statics.isEmpty {
                try setGlobal(objectClass.name) { try $0.push(statics: objectClass) }
            }
        }
    }

    /// Says how objects of exactly that type look, and those of its subclasses that have no class of their own.
    public func register(_ objectClass: ObjectClass, for type: ObjectIdentifier) {
        try? withStack { stack in add(objectClass, for: [type], stack) }
    }

    private func add(_ objectClass: ObjectClass, for types: [ObjectIdentifier], _ stack: LuaStack) {
        var objectClass = objectClass
        if objectClass.unknownMember == nil {
            let refusal = HostFunction.unknownMember(of: objectClass)
            objectClass.unknownMember = objectClass.subscripts?.handler(elsewise: refusal) ?? refusal
            objectClass.refusesUnknownMembers = objectClass.subscripts == nil
        }
        let slot = ClassSlot(
            slot: define(objectClass, stack), isRegistered: true, isSendable: objectClass.isSendable)
        classes = classes.filter(\.value.isRegistered)
        lastClass = nil
        for type in types { classes[type] = slot }
    }

    func defineOwnClasses(_ stack: LuaStack) throws {
        holderClass = define(ObjectClass(name: "function"), stack)
        errorClass = define(RaisedError.objectClass, stack)
        classes[ObjectIdentifier(RaisedError.self)] = ClassSlot(
            slot: errorClass, isRegistered: true, isSendable: true)
    }

    func classSlot(of object: AnyObject, _ stack: LuaStack) -> ClassSlot {
        let type: AnyClass = Swift.type(of: object)
        let identifier = ObjectIdentifier(type)
        if let lastClass, lastClass.type == identifier { return lastClass.slot }
        let slot = classes[identifier] ?? inheritedSlot(of: type, stack)
        lastClass = (identifier, slot)
        return slot
    }

    private func inheritedSlot(of type: AnyClass, _ stack: LuaStack) -> ClassSlot {
        var ancestor: AnyClass? = _getSuperclass(type)
        while let current = ancestor {
            if let known = classes[ObjectIdentifier(current)], known.isRegistered {
                let slot = ClassSlot(slot: known.slot, isRegistered: false, isSendable: known.isSendable)
                classes[ObjectIdentifier(type)] = slot
                return slot
            }
            ancestor = _getSuperclass(current)
        }
        // Nobody said what a stranger is; scripts can do nothing with it but hand it on.
        let stranger = define(ObjectClass(name: typeName(type)), stack)
        let slot = ClassSlot(slot: stranger, isRegistered: false, isSendable: true)
        classes[ObjectIdentifier(type)] = slot
        return slot
    }

    /// Answers the slot of the metatable.
    func define(_ objectClass: ObjectClass, _ stack: LuaStack) -> Int32 {
        let base = mw_top(stack.thread)
        guard mw_reserve(stack.thread, 24) else { return holderClass }
        var members = mw_class()
        members.methods = push(objectClass.methods, stack) { stack.pushFunction($0) }
        if !objectClass.getters.isEmpty {
            members.getters = push(objectClass.getters, stack) { stack.pushHolder($0) }
        }
        members.setters = push(objectClass.setters, stack) { stack.pushHolder($0) }
        if let handler = objectClass.unknownMember {
            stack.pushHolder(handler)
            members.unknown = mw_top(stack.thread)
        }
        members.reads_unknown = !objectClass.refusesUnknownMembers
        var events = Dictionary(uniqueKeysWithValues: objectClass.operators.map { ($0.event, $1) })
        events["__tostring"] = objectClass.description
        if !events.isEmpty { members.events = push(events, stack) { stack.pushFunction($0) } }
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

private func isSubclass(_ type: Any.Type, of base: Any.Type) -> Bool {
    var ancestor: AnyClass? = type as? AnyClass
    while let current = ancestor {
        if current == base { return true }
        ancestor = _getSuperclass(current)
    }
    return false
}

/// Stands for a class among the globals of scripts.
private final class ClassObject {}

extension LuaStack {
    /// Pushes what stands for the class itself.
    fileprivate func push(statics objectClass: ObjectClass) throws {
        try reserve(6)
        var look = ObjectClass(name: objectClass.name)
        look.methods = objectClass.statics.methods
        look.getters = objectClass.statics.getters
        look.setters = objectClass.statics.setters
        look.operators[.call] = objectClass.statics.constructor
        look.unknownMember = .unknownMember(of: look, kind: "static member")
        look.refusesUnknownMembers = true
        let object = Unmanaged.passRetained(ClassObject())
        mw_push_object(thread, object.toOpaque(), object.toOpaque(), interpreter.define(look, self), Int32(MW_OWN))
    }
}
