import LuaRuntime
import Moonwire
import MoonwireSupport
import TestSupport

/// Holds functions of scripts, and is counted together with the interpreters of those.
final class Listener: Exposed, Sendable {
    /// Counts listeners, and knows every interpreter whose functions they held.
    final class Census: Exposed, Sendable {
        private struct Known: Sendable {
            weak var interpreter: Interpreter?
        }

        let alive = Counter()
        /// What `run` does.
        let action = Lock<(@Sendable () throws -> Void)?>(nil)
        private let interpreters = Lock<[ObjectIdentifier: Known]>([:])

        func add(_ function: LuaFunction) {
            alive.add()
            let interpreter = function.interpreter
            interpreters.withLock { known in
                if known.count > 100 { known = known.filter { $0.value.interpreter != nil } }
                known[ObjectIdentifier(interpreter)] = Known(interpreter: interpreter)
            }
        }

        /// How many of the interpreters are alive.
        var interpretersAlive: Int {
            let known = interpreters.withLock { $0 }
            return known.values.count { $0.interpreter != nil }
        }

        static let exposure = Exposure(Census.self) {}
    }

    let census: Census
    let apply: LuaFunction
    private let handlers = Lock<[LuaFunction]>([])

    init(census: Census, apply: LuaFunction) {
        self.census = census
        self.apply = apply
        census.add(apply)
    }

    deinit { census.alive.add(-1) }

    static let exposure = Exposure(Listener.self) {
        Initializer("census", "apply") { Listener(census: $0, apply: $1) }
        Property("name") { (_: Listener) in "listener" }
        Method("on", "handler") { (listener: Listener, handler: LuaFunction) in
            listener.handlers.withLock { $0.append(handler) }
        }
        Method("close") { (_: Listener) in }
        Method("itself") { (listener: Listener) in listener }
        Method("run") { (listener: Listener) in try listener.census.action.withLock { $0 }?() }
        Method("tell") { (listener: Listener) in
            for handler in listener.handlers.withLock({ $0 }) { try handler.call() }
        }
    }
}
