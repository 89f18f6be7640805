import LuaRuntime
import MoonwireValues

/// How an attack ended.
final class AttackOutcome: CustomStringConvertible {
    let attack: Attack
    private let limits: Interpreter.Limits
    let error: LuaError?
    let isUsable: Bool
    let memory: Int
    let peak: Int

    init(of attack: Attack, _ budget: Interpreter.Budget = .exact) {
        self.attack = attack
        limits = attack.limits(budget)
        let lua = try? Self.interpreter(attack, limits)
        error = lua.flatMap { Self.error(of: attack, in: $0) }
        isUsable = lua.map(Self.isUsable) ?? false
        // Twice: a collection releases only half of the call records of a recursion, a megabyte after 40,000 calls.
        for _ in 0..<2 { lua?.collect() }
        memory = lua?.memoryInUse ?? 0
        peak = lua?.peakMemory ?? 0
    }

    /// With an object and with guarded globals, as a host would have them.
    private static func interpreter(_ attack: Attack, _ limits: Interpreter.Limits) throws -> Interpreter {
        let lua = try Interpreter(profile: attack.profile, limits: limits, output: { _ in })
        try lua.setGlobal("object", to: Target())
        try lua.setGlobal("host", to: HostFunction("host") { (body: LuaFunction) in try body.call() })
        try lua.guardGlobals(
            read: HostFunction(name: "read") { call in
                call.stack.pushNil()
                return .values(1)
            },
            write: HostFunction(name: "write") { call in
                throw LuaError(
                    .runtime, "\(call.stack.text(at: 2) ?? "?") is not declared", location: call.callSite)
            })
        return lua
    }

    private static func error(of attack: Attack, in lua: Interpreter) -> LuaError? {
        do {
            try lua.run("\n" + attack.script, name: "attack.lua")
            return nil
        } catch {
            return error as? LuaError
        }
    }

    private static func isUsable(_ lua: Interpreter) -> Bool {
        (try? lua.evaluate("return 1 + 1", name: "after.lua", as: Int.self)) == 2
    }

    /// What is left of the stack may end it earlier.
    var isExpectedOnASmallStack: Bool { isExpected || leftNothing && error?.code == .stackExhausted }

    /// The interpreter is usable, and memory stayed within its bounds.
    private var leftNothing: Bool { isUsable && memory < 1 << 20 && peak <= 4 * limits.memory }

    var isExpected: Bool {
        guard leftNothing else { return false }
        switch attack.end {
        case .budget: return error?.code == .budget && isLocated
        case .time:
            return error?.code == .budget && error?.message.contains("CPU time limit of \(limits.cpuTime)") == true
                && isLocated
        case .memory: return error?.message == "the script exceeded its memory limit" && isLocated
        case .noMemory: return error?.message == "not enough memory" && isLocated
        case .refused(let text): return error?.message.contains(text) == true && isLocated
        case .harmless: return error == nil
        }
    }

    private var isLocated: Bool { error?.location == ScriptLocation(file: "attack.lua", line: 2) }

    var description: String {
        let end = error.map { "\($0.code) \($0)" } ?? "no error"
        return "\(attack.testDescription): \(end), usable: \(isUsable), \(memory) bytes, \(peak) at most"
    }
}

/// An object within a script's reach.
private final class Target: Convertible, Sendable {
    static func read(from reader: ValueReader) throws -> Target { throw reader.mismatch(type: Target.self) }

    func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    static var shape: ValueShape { .object("Target") }
}
