import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Something that scripts hold, and that is counted as long as it lives.
private final class HeldObject: Convertible, Sendable {
    private let living: Lock<Int>

    init(_ living: Lock<Int>) {
        self.living = living
        living.withLock { $0 += 1 }
    }

    deinit { living.withLock { $0 -= 1 } }

    static func read(from reader: ValueReader) throws -> HeldObject {
        guard let guest = try reader.object() as? HeldObject else { throw reader.mismatch(type: HeldObject.self) }
        return guest
    }

    func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    static var shape: ValueShape { .object("HeldObject") }
}

/// Handles are dropped by any thread, at any time.
@Suite struct KeptValueThreadTests {
    private let living = Lock(0)

    /// A function whose interpreter holds guests, and is kept by nothing else.
    private func host(_ number: Int = 0) throws -> LuaFunction {
        let lua = try Interpreter(limits: .init(instructions: 1_000_000_000))
        let living = living
        try lua.setGlobal("guest", to: HostFunction("guest") { HeldObject(living) })
        try lua.setGlobal("look", to: HostFunction("look") { (_: HeldObject) in })
        try lua.setGlobal("number", to: number)
        let script = """
            kept = { guest(), guest() }
            local n = number
            return function() look(kept[1]) look(guest()) kept[2] = guest() return { n, number } end
            """
        return try lua.evaluate(script, name: "host.lua", as: LuaFunction.self)
    }

    /// A value that one thread gives to another.
    private final class Gift<Value: Sendable>: Sendable {
        private let value: Lock<Value?>

        init(_ value: Value) { self.value = Lock(value) }

        func look() -> Value? { value.withLock { $0 } }

        func take() -> Value? {
            value.withLock { value in
                defer { value = nil }
                return value
            }
        }
    }

    @Test func lastFunctionIsReleasedOnAnotherThread() throws {
        let gift = Gift(try host())
        #expect(living.withLock { $0 } == 2)
        let result = Lock<[Int]?>(nil)
        TestThread {
            guard let function = gift.take() else { return }
            result.withLock { $0 = try? function.call(as: [Int].self) }
        }.join()
        #expect(result.withLock { $0 } == [0, 0])
        #expect(living.withLock { $0 } == 0)
    }

    @Test func lastTwoFunctionsAreReleasedAtTheSameTime() throws {
        for _ in 0..<100 {
            let function = try host()
            let gifts = [Gift<any Sendable>(function), Gift<any Sendable>(function.interpreter)]
            let last = Gift(function)
            _ = consume function
            _ = last.take()
            concurrently(2) { index in _ = gifts[index].take() }
            #expect(living.withLock { $0 } == 0)
        }
    }

    @Test func functionWorksAfterItsInterpreterIsReleased() throws {
        var lua: Interpreter? = try Interpreter()
        let add = try #require(lua).evaluate(
            "return function(a, b) return a + b end", name: "a.lua", as: LuaFunction.self)
        lua = nil
        #expect(try add.call(1, 2, as: Int.self) == 3)
        #expect(add.definedAt == ScriptLocation(file: "a.lua", line: 1))
    }

    @Test func eightThreadsCallWhileOneReplacesTheInterpreter() throws {
        let current = Lock(try host())
        let isOver = Lock(false)
        let mistakes = Lock<[String]>([])
        concurrently(9) { id in
            if id == 0 {
                for number in 1...100 {
                    guard let next = try? host(number) else { continue }
                    // The old one goes outside of the lock, here or where its last call ends.
                    let old = current.withLock { current in
                        defer { current = next }
                        return current
                    }
                    withExtendedLifetime(old) {}
                }
                return isOver.withLock { $0 = true }
            }
            while !isOver.withLock({ $0 }) {
                let function = current.withLock { $0 }
                do {
                    let numbers = try function.call(as: [Int].self)
                    if numbers[0] != numbers[1] { mistakes.withLock { $0.append("\(numbers)") } }
                } catch {
                    mistakes.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(mistakes.withLock { $0 } == [])
        let last = current.withLock { $0 }
        #expect(try last.call(as: [Int].self) == [100, 100])
        last.interpreter.collect()
        #expect(living.withLock { $0 } == 2)
    }

    /// All at the same time: the thread sanitizer looks away in a `deinit`, but a handle that was lost keeps its guest.
    @Test func functionsThatManyThreadsReleaseAreFreed() throws {
        let lua = try Interpreter(limits: .init(instructions: 1_000_000_000))
        let living = living
        try lua.setGlobal("guest", to: HostFunction("guest") { HeldObject(living) })
        let text = "return function() local g = guest() return function() return g end end"
        let make = try lua.evaluate(text, name: "m.lua", as: LuaFunction.self)
        for _ in 0..<10 {
            let piles = try (0..<2).map { _ in Gift(try (0..<2000).map { _ in try make.call(as: LuaFunction.self) }) }
            let missing = Lock(3)
            concurrently(3) { id in
                missing.withLock { $0 -= 1 }
                while missing.withLock({ $0 > 0 }) {}
                if id < 2 { return _ = piles[id].take() }
                for _ in 0..<200 { try? lua.run("", name: "m.lua") }
            }
        }
        lua.collect()
        #expect(living.withLock { $0 } == 0)
    }

    @Test func objectIsReleasedWhileScriptsUseIt() throws {
        let lua = try Interpreter()
        try lua.setGlobal("look", to: HostFunction("look") { (_: HeldObject) in })
        let messages = Lock<Set<String>>([])
        for _ in 0..<100 {
            let gift = Gift(HeldObject(living))
            try lua.setGlobal("guest", push: { stack in try stack.push(weak: #require(gift.look())) })
            concurrently(2) { id in
                if id == 0 { return _ = gift.take() }
                do {
                    while true { try lua.run("for i = 1, 20 do look(guest) end", name: "w.lua") }
                } catch {
                    let message = (error as? LuaError)?.message ?? "\(error)"
                    messages.withLock { _ = $0.insert(message) }
                }
            }
            #expect(living.withLock { $0 } == 0)
        }
        #expect(messages.withLock { $0 } == ["bad argument 1 to \"look\": refers to an object that no longer exists"])
    }

    @Test func threadsCollectWhileOthersCreateObjects() throws {
        let lua = try Interpreter(limits: .init(instructions: 1_000_000_000))
        let living = living
        try lua.setGlobal("guest", to: HostFunction("guest") { HeldObject(living) })
        let failures = Lock(0)
        concurrently(8) { id in
            for _ in 0..<50 {
                if id < 2 { lua.collect() }
                if (try? lua.run("for i = 1, 20 do local t = { guest() } end", name: "o.lua")) == nil {
                    failures.withLock { $0 += 1 }
                }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        lua.collect()
        #expect(living.withLock { $0 } == 0)
    }
}
