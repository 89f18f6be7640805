import CLuaShim
public import MoonwireValues

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A Lua state that any thread may enter.
///
/// ```swift
/// let lua = try Interpreter()
/// try lua.evaluate("return 6 * 7", name: "answer.lua", as: Int.self)   // 42
/// ```
public final class Interpreter: @unchecked Sendable {  // The shim's lock word guards the state and `classes`.
    let state: OpaquePointer
    private var classes: [ObjectIdentifier: Int32] = [:]
    private var lastType: ObjectIdentifier?
    private var lastClass: Int32 = 0
    private var kept: [ObjectIdentifier: HostFunction] = [:]
    private var lastKept: HostFunction?
    private let onPrint: @Sendable (String, ScriptLocation?) -> Void

    /// Makes a state with the libraries of the profile; throws ``LuaError`` when there is no memory for it.
    ///
    /// - Parameter onPrint: Where `print` goes, with the line that printed.
    public init(
        profile: Profile = .configuration, limits: Limits = Limits(),
        onPrint: @escaping @Sendable (String, ScriptLocation?) -> Void = { text, _ in print(text) }
    ) throws {
        self.onPrint = onPrint
        let callbacks = mw_callbacks(invoke: invokeHostFunction, print: printFromLua)
        guard let state = mw_new(callbacks, Int64(limits.instructions), limits.memory) else {
            throw LuaError(.memory, "there is no memory for an interpreter")
        }
        self.state = state
        enter { add(.opaque, id: 0, in: $0) }
    }

    deinit {
        mw_close(state)
        releaseObjects()
        var entry = mw_all_entries(state)
        while let current = entry {
            if let context = mw_entry_context(current) { Unmanaged<LuaStack>.fromOpaque(context).release() }
            entry = mw_next_entry(current)
        }
        mw_free(state)
    }

    /// Bytes that the state uses now.
    public var memoryInUse: Int { mw_memory_used(state) }

    /// Lets go of everything that no script can reach any more.
    public func collect() {
        enter { mw_collect($0.stack.thread) }
    }

    /// Says how objects of a type look; those that Lua knows already keep their looks.
    public func register(_ objectClass: ObjectClass, for type: ObjectIdentifier) {
        enter { entry in
            let id = Int32(classes.count + 1)
            classes[type] = id
            lastType = nil
            add(objectClass, id: id, in: entry)
        }
    }

    /// Runs `body` inside; the objects that Lua let go of are released when it is over, outside.
    func enter<R>(_ body: (Entry) throws -> R) rethrows -> R {
        guard let handle = mw_enter(state) else { preconditionFailure("Moonwire: an interpreter without entry") }
        defer { leave(handle) }
        return try body(Entry(handle: handle, stack: stack(of: handle)))
    }

    private func leave(_ handle: OpaquePointer) {
        var count = 0
        let objects = mw_take_released(state, &count)
        mw_leave(handle)
        Self.release(objects, count)
    }

    private func stack(of handle: OpaquePointer) -> LuaStack {
        guard let thread = mw_entry_thread(handle) else { preconditionFailure("Moonwire: an entry without coroutine") }
        if let context = mw_entry_context(handle) {
            let stack = Unmanaged<LuaStack>.fromOpaque(context).takeUnretainedValue()
            stack.thread = thread
            stack.forgetSource()
            return stack
        }
        let stack = LuaStack(thread, self)
        mw_set_entry_context(handle, Unmanaged.passRetained(stack).toOpaque())
        return stack
    }

    func drop(_ reference: Int32) { mw_drop_reference(state, reference) }

    /// Functions that Lua knows live as long as the state.
    func keep(_ function: HostFunction) {
        guard function !== lastKept else { return }
        lastKept = function
        kept[ObjectIdentifier(function)] = function
    }

    func classID(of object: AnyObject) -> Int32 {
        let type = ObjectIdentifier(type(of: object))
        if type == lastType { return lastClass }
        lastClass = classes[type] ?? 0
        lastType = type
        return lastClass
    }

    func printed(_ text: String, at location: ScriptLocation?) { onPrint(text, location) }

    private func add(_ objectClass: ObjectClass, id: Int32, in entry: Entry) {
        let thread = entry.stack.thread
        mw_open_class(thread, id, objectClass.name, lend(objectClass.unknownMember))
        for (name, method) in objectClass.methods { mw_add_method(thread, name, lend(method)) }
        for (name, getter) in objectClass.getters { mw_add_getter(thread, name, lend(getter)) }
        for (name, setter) in objectClass.setters { mw_add_setter(thread, name, lend(setter)) }
        mw_close_class(thread)
    }

    private func lend(_ function: HostFunction) -> UnsafeMutableRawPointer {
        keep(function)
        return Unmanaged.passUnretained(function).toOpaque()
    }

    private func releaseObjects() {
        var count = 0
        let objects = mw_take_released(state, &count)
        Self.release(objects, count)
    }

    private static func release(_ objects: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ count: Int) {
        guard let objects else { return }
        for index in 0..<count {
            if let object = objects[index] { Unmanaged<AnyObject>.fromOpaque(object).release() }
        }
        free(objects)
    }
}
