import LuaRuntime
import MoonwireSupport
import Testing

private class Animal {}
private final class Dog: Animal {}
private final class Stone {}

/// Classes that are described when scripts first receive their objects.
@Suite struct DescribedClassTests {
    private let lua: Interpreter
    private let asked = Asked()

    init() throws {
        lua = try Self.interpreter(asked)
    }

    private static func interpreter(_ asked: Asked) throws -> Interpreter {
        let lua = try Interpreter()
        lua.describeClasses { type in
            asked.types.withLock { $0.append(type) }
            return type == ObjectIdentifier(Animal.self) ? HostClass(name: "Animal") : nil
        }
        return lua
    }

    @Test func aClassIsDescribedForItsFirstObjectOnly() throws {
        #expect(asked.count(Animal.self) == 0)
        #expect(try names(of: [Animal(), Animal(), Stone(), Animal()]) == ["Animal", "Animal", "Stone", "Animal"])
        #expect(asked.count(Animal.self) == 1)
    }

    @Test func aSubclassHasTheDescriptionOfItsClass() throws {
        #expect(try names(of: [Dog(), Animal(), Dog(), Animal()]) == ["Animal", "Animal", "Animal", "Animal"])
        #expect(asked.count(Animal.self) == 1)
        #expect(asked.count(Dog.self) == 1)
    }

    @Test func anUnknownClassIsAskedForOnce() throws {
        #expect(try names(of: [Stone(), Dog(), Stone()]) == ["Stone", "Animal", "Stone"])
        #expect(asked.count(Stone.self) == 1)
    }

    @Test func aRegisteredClassIsNotAskedFor() throws {
        lua.register(HostClass(name: "Registered"), for: ObjectIdentifier(Animal.self))
        #expect(try names(of: [Animal(), Dog()]) == ["Registered", "Registered"])
        #expect(asked.count(Animal.self) == 0)
    }

    @Test func registeringReplacesWhatWasDerived() throws {
        #expect(try names(of: [Dog(), Stone()]) == ["Animal", "Stone"])
        lua.register(HostClass(name: "Dog"), for: ObjectIdentifier(Dog.self))
        lua.register(HostClass(name: "Pebble"), for: ObjectIdentifier(Stone.self))
        #expect(try names(of: [Dog(), Stone(), Animal()]) == ["Dog", "Pebble", "Animal"])
    }

    @Test func aFullStackDoesNotSpoilTheClassOfLaterObjects() throws {
        let deepest = try lua.evaluate(
            Self.deep + """
                local low, high = 0, 1 << 20
                while low + 1 < high do
                    local middle = (low + high) // 2
                    if call(middle, tostring) then low = middle else high = middle end
                end
                return low
                """, name: "depth.lua", as: Int.self)
        var refusals: Set<String> = []
        for depth in deepest - 20...deepest {
            let lua = try Self.interpreter(asked)
            try give(Animal(), to: lua)
            let refusal = try lua.evaluate(
                Self.deep + "local ok, fault = call(\(depth), give) return ok and 'none' or tostring(fault)",
                name: "full.lua", as: String.self)
            refusals.insert(refusal)
            #expect(try lua.evaluate("return tostring(give())", name: "later.lua", as: String.self) == "Animal")
        }
        // The description needs more room than the object.
        #expect(refusals.contains("none"))
        #expect(refusals.contains { $0.contains("too many values on the stack") }, "\(refusals)")
    }

    /// Calls a function where the stack contains that many calls; a new coroutine has a new stack.
    private static let deep = """
        local function deep(n, f) if n == 0 then return f(n) end return (deep(n - 1, f)) end
        local function call(n, f) return coroutine.wrap(function() return pcall(deep, n, f) end)() end

        """

    private func names(of objects: [AnyObject]) throws -> [String] {
        try objects.map { object in
            try give(object, to: lua)
            return try lua.evaluate("return tostring(give())", name: "names.lua", as: String.self)
        }
    }

    private func give(_ object: AnyObject, to lua: Interpreter) throws {
        nonisolated(unsafe) let object = object  // Used by this thread alone.
        let give = HostFunction(name: "give") { call in
            try call.stack.write(object: object, at: 0)
            return .values(1)
        }
        try lua.setGlobal("give", to: give)
    }
}

/// The types for which a description was requested.
private final class Asked: Sendable {
    let types = Lock<[ObjectIdentifier]>([])

    func count(_ type: AnyClass) -> Int {
        types.withLock { $0.count { $0 == ObjectIdentifier(type) } }
    }
}
