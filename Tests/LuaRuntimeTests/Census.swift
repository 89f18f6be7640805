import LuaRuntime
import MoonwireSupport
import TestSupport
import Testing

/// Counts how many of its citizens live; enters the interpreter when one goes, which the lock would not allow.
final class Census: Sendable {
    let living = Lock(0)
    let made = Lock(0)
    let lua = Lock<Interpreter?>(nil)

    var count: Int { living.withLock { $0 } }

    /// Runs `body` while every citizen that goes must find the interpreter free.
    func watching(_ lua: Interpreter, _ body: () throws -> Void) rethrows {
        self.lua.withLock { $0 = lua }
        defer { self.lua.withLock { $0 = nil } }
        try body()
    }
}

final class Citizen: LuaObject, Sendable {
    let census: Census

    init(_ census: Census) {
        self.census = census
        census.living.withLock { $0 += 1 }
        census.made.withLock { $0 += 1 }
    }

    deinit {
        census.living.withLock { $0 -= 1 }
        let lua = census.lua.withLock { $0 }
        if let lua {
            let entered = Lock(false)
            let thread = TestThread { entered.withLock { $0 = (try? lua.run("return 1", name: "d.lua")) != nil } }
            thread.join()
            #expect(entered.withLock { $0 }, "another thread can enter while an object goes")
        }
    }
}
