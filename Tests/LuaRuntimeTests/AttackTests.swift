import LuaRuntime
import MoonwireValues
import Testing

/// Every attack ends within its budget with a located error, and the interpreter is usable afterwards.
@Suite struct AttackTests {
    @Test(arguments: Attack.endless) func workWithoutAnEndEnds(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.memory) func memoryBombsEnd(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.recursion) func recursionEnds(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test(arguments: Attack.escapes) func nothingIsReachedThatIsShut(_ attack: Attack) throws {
        try expectToEnd(attack)
    }

    @Test func everyAttackEndsOnASmallStackToo() {
        let survivors = Guarded<[String]>([])
        let thread = TestThread(stack: 512 << 10) {
            let attacks = Attack.endless + Attack.memory + Attack.recursion + Attack.escapes
            let found = attacks.map { Outcome(of: $0) }.filter { !$0.isExpectedOnASmallStack }.map(\.description)
            survivors.withLock { $0 = found }
        }
        thread.join()
        #expect(survivors.withLock { $0 } == [])
    }

    @Test func sourceThatIsNestedDeeplyIsRefused() throws {
        for (open, close) in [("(", ")"), ("{", "}"), ("a[", "]"), ("function() return ", " end")] {
            let text =
                "return " + String(repeating: open, count: 100_000) + "1" + String(repeating: close, count: 100_000)
            let error = #expect(throws: LuaError.self) { try Interpreter().run(text, name: "deep.lua") }
            #expect(error?.code == .syntax)
        }
    }

    private func expectToEnd(_ attack: Attack) throws {
        let outcome = Outcome(of: attack)
        #expect(outcome.isExpected, "\(outcome)")
    }
}

/// How an attack ended.
private final class Outcome: CustomStringConvertible {
    let attack: Attack
    let error: LuaError?
    let isUsable: Bool
    let memory: Int

    init(of attack: Attack) {
        self.attack = attack
        let lua = try? Interpreter(limits: attack.limits, output: { _ in })
        error = lua.flatMap { Self.error(of: attack, in: $0) }
        isUsable = lua.map(Self.isUsable) ?? false
        lua?.collect()
        memory = lua?.memoryInUse ?? 0
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
    var isExpectedOnASmallStack: Bool { isExpected || error?.code == .stackExhausted }

    var isExpected: Bool {
        guard isUsable, memory < 1 << 20 else { return false }
        switch attack.end {
        case .budget: return error?.code == .budget && isLocated
        case .memory: return error?.code == .memory && isLocated
        case .refused(let text): return error?.message.contains(text) == true && isLocated
        case .harmless: return error == nil
        }
    }

    private var isLocated: Bool { error?.location == ScriptLocation(file: "attack.lua", line: 2) }

    var description: String {
        "\(attack.testDescription): \(error.map { "\($0.code) \($0)" } ?? "no error"), usable: \(isUsable), \(memory) bytes"
    }
}
