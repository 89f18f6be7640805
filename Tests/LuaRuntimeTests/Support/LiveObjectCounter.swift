import LuaRuntime
import MoonwireSupport
import TestSupport
import Testing

/// Counts its live objects.
///
/// Enters the interpreter when one is released, which the lock would not allow inside.
final class LiveObjectCounter: Sendable {
    let living = Lock(0)
    let made = Lock(0)
    let lua = Lock<Interpreter?>(nil)

    var count: Int { living.withLock { $0 } }

    /// Runs `body`, during which another thread must be able to enter when an object is released.
    func watching(_ lua: Interpreter, _ body: () throws -> Void) rethrows {
        self.lua.withLock { $0 = lua }
        defer { self.lua.withLock { $0 = nil } }
        try body()
    }
}

final class CountedObject: HostObject, Sendable {
    let counter: LiveObjectCounter

    init(_ counter: LiveObjectCounter) {
        self.counter = counter
        counter.living.withLock { $0 += 1 }
        counter.made.withLock { $0 += 1 }
    }

    deinit {
        counter.living.withLock { $0 -= 1 }
        let lua = counter.lua.withLock { $0 }
        if let lua {
            let entered = Lock(false)
            let thread = TestThread { entered.withLock { $0 = (try? lua.run("return 1", name: "d.lua")) != nil } }
            thread.join()
            #expect(entered.withLock { $0 }, "another thread can enter while an object is released")
        }
    }
}
