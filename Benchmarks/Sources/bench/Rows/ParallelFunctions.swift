import LuaRuntime
import Moonwire

/// Functions of a script that compute for about 20 µs, called by one thread and by two.
///
/// An ordinary function uses one core, whatever the number of threads: its ratio is 2. A parallel function uses two.
func parallelRows() throws -> [Row] {
    let container = try Container(
        text: script, named: "parallel.lua", types: [Worker.self], environment: .dev)
    let ordinary = try container.resolve("ordinary", as: Worker.self).apply
    let parallel = try container.resolve("parallel", as: Worker.self).apply
    let plain = try container.resolve("plain", as: Worker.self).apply
    let short = try container.resolve("short", as: Worker.self).apply
    // The container stays in use: it ends the interpreters of its functions.
    func calls(_ function: LuaFunction) -> @Sendable (Int) throws -> Void {
        { operations in
            try withExtendedLifetime(container) {
                for _ in 0..<operations { _ = try function.call(1, as: Int.self) }
            }
        }
    }
    return [
        twoThreadRow("a function of a script", bar: nil, calls(ordinary)),
        twoThreadRow("a parallel function of a script", bar: 1.11, calls(parallel)),
        Row("a parallel function, 20 µs", bar: 1.2, ours: calls(parallel), baseline: calls(ordinary)),
        Row("a parallel function that does nothing", bar: 1.2, ours: calls(short), baseline: calls(plain)),
    ]
}

private let script = """
    local function work(n)
        local sum = 0
        for i = 1, 1000 do sum = sum + i % 7 end
        return sum + n
    end
    service "ordinary" { type = "Worker", args = { apply = function(n) return work(n) end } }
    service "parallel" { type = "Worker", args = { apply = parallel(function(n) return work(n) end) } }
    service "plain" { type = "Worker", args = { apply = function(n) return n end } }
    service "short" { type = "Worker", args = { apply = parallel(function(n) return n end) } }
    """

private final class Worker: Sendable, Exposed {
    let apply: LuaFunction

    init(apply: LuaFunction) { self.apply = apply }

    static let exposure = Exposure(Worker.self) { Initializer("apply", body: Worker.init) }
}
