import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Code of the application finds room on the stack wherever a script calls it, or is not called at all.
@Suite struct ThreadStackTests {
    /// Ways to go one level deeper in C, by how much of the stack they need: the first ones have a buffer there.
    private static let ways = [
        "local _ = ('x'):gsub('.', function() f(n - 1) end)",
        "print(setmetatable({}, { __tostring = function() f(n - 1) return '' end }))",
        "table.concat(setmetatable({}, { __len = function() return 1 end, __index = function() f(n - 1) return '' end }))",
        "coroutine.wrap(f)(n - 1)",
    ]
    /// One that needs little, and so does not ask whether it is there.
    private static let small = "table.sort({ 1, 2 }, function() f(n - 1) return false end)"

    private static let stack = 512 << 10
    /// What code of the application has at least, but for what it takes to call it.
    private static let room = 90 << 10
    private static let tooDeep = "stack overflow: calls are nested too deeply"

    @Test func hostFunctionHasRoomOnTheThreadStack() throws {
        let lua = try Interpreter(output: { _ in })
        let lowest = Lock(UInt.max)
        try lua.setGlobal("leaf", to: HostFunction("leaf") { lowest.withLock { $0 = min($0, address()) } })
        try expectRoom(below: lowest, lua, leaf: "leaf")
    }

    @Test func outputHandlerHasRoomOnTheThreadStack() throws {
        let lowest = Lock(UInt.max)
        let lua = try Interpreter(output: { output in
            if output.text == "leaf" { lowest.withLock { $0 = min($0, address()) } }
        })
        try expectRoom(below: lowest, lua, leaf: "function() print('leaf') end")
    }

    /// Goes down in every way, and from one way over into another, with as little of the stack as an entry is content
    /// with.
    ///
    /// What overruns the stack ends the process.
    private func expectRoom(below lowest: Lock<UInt>, _ lua: Interpreter, leaf: String) throws {
        let first = Lock<UInt>(0)
        let errors = Lock<Set<String>>([])
        TestThread(stack: Self.stack) {
            first.withLock { $0 = address() }
            withLittle {
                (try? lua.run("", name: "d.lua")) != nil
            } then: {
                for (way, depth, over) in Self.descents {
                    let script = """
                        local leaf = \(leaf)
                        local function f(n) if n <= 0 then leaf() elseif n > \(over) then \(way) else \(Self.small) end end
                        f(\(depth))
                        """
                    do { try lua.run(script, name: "d.lua") } catch { _ = errors.withLock { $0.insert("\(error)") } }
                }
            }
        }.join()
        let used = Int(first.withLock { $0 }) - Int(clamping: lowest.withLock { $0 })
        #expect(used > Self.stack / 2)
        #expect(Self.stack - used > Self.room)
        let wasTooDeep = errors.withLock { errors in errors.contains { $0.hasSuffix(Self.tooDeep) } }
        // With the buffers elsewhere, no descent comes to the end.
        #expect(wasTooDeep == (Sanitizer.frame == nil))
    }

    private static var descents: [(way: String, depth: Int, over: Int)] {
        ways.flatMap { way in
            stride(from: 40, through: 196, by: 2).flatMap { depth in
                [(way, depth, 0), (way, depth, 40), (way, depth, 60)]
            }
        }
    }
}

/// Where the stack is.
@inline(never) private func address() -> UInt {
    var here = 0
    return withUnsafeMutablePointer(to: &here) { here in
        UInt(
            bitPattern: Sanitizer.frame.flatMap { $0(Sanitizer.stack?(), here, nil, nil) }
                ?? UnsafeMutableRawPointer(here))
    }
}

/// The address sanitizer keeps what functions have on their stacks elsewhere, and says where their frames are.
private enum Sanitizer {
    typealias Stack = @convention(c) () -> UnsafeMutableRawPointer?
    typealias Frame =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> UnsafeMutableRawPointer?

    static let stack = dlsym(nil, "__asan_get_current_fake_stack").map { unsafeBitCast($0, to: Stack.self) }
    static let frame = dlsym(nil, "__asan_addr_is_in_fake_stack").map { unsafeBitCast($0, to: Frame.self) }
}

/// Goes down until the condition fails, and calls the body a few levels above that; answers how many levels those below are.
@inline(never) @discardableResult private func withLittle(
    of outer: UnsafeMutableRawBufferPointer? = nil, _ isEnough: () -> Bool, then body: () -> Void
) -> Int {
    guard isEnough() else { return 0 }
    return withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { bytes in
        // Handed on, so that no optimizer does without it.
        bytes[0] = outer?[0] ?? 1
        let below = withLittle(of: bytes, isEnough, then: body)
        if below == 4 { body() }
        return below + Int(bytes[0])
    }
}
