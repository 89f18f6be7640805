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
            for attack in Attack.endless + Attack.memory + Attack.recursion + Attack.escapes {
                let outcome = Outcome(of: attack)
                // What is left of the stack may end it earlier.
                if !outcome.isExpected && outcome.error?.code != .stackExhausted {
                    survivors.withLock { $0.append("\(attack.testDescription) \(outcome)") }
                }
            }
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
private struct Outcome: CustomStringConvertible {
    let attack: Attack
    let error: LuaError?
    let isUsable: Bool
    let memory: Int

    init(of attack: Attack) {
        self.attack = attack
        guard let lua = try? Interpreter(limits: attack.limits, onPrint: { _ in })
        else {
            (error, isUsable, memory) = (nil, false, 0)
            return
        }
        do {
            try lua.run("\n" + attack.script, name: "attack.lua")
            error = nil
        } catch {
            self.error = error as? LuaError
        }
        isUsable = (try? lua.evaluate("return 1 + 1", name: "after.lua", as: Int.self)) == 2
        lua.collect()
        memory = lua.memoryInUse
    }

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
        "\(error.map { "\($0.code) \($0)" } ?? "no error"), usable: \(isUsable), \(memory) bytes"
    }
}
