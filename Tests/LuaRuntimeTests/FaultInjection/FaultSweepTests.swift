import LuaRuntime
import LuaRuntimeTesting
import MoonwireSupport
import MoonwireValues
import Testing

/// The tool itself: what it counts, and what it finds.
@Suite struct FaultSweepTests {
    private struct Surprise: Error {}

    private func complaint(_ sweep: () throws -> FaultSweep.Report) -> String? {
        #expect(throws: FaultSweep.Failure.self) { _ = try sweep() }.map { "\($0)" }
    }

    @Test func everyAllocationOfAScriptFails() throws {
        let report = try FaultSweep.allocations { trial in
            let lua = try Interpreter()
            try lua.setGlobal("guest", to: trial.object())
            try lua.run("kept = { guest } for i = 1, 10 do kept[i] = { i } end", name: "fault.lua")
        }
        for kind in [FaultSweep.Fault.Kind.limit, .refusal, .collection] {
            #expect(report.points(of: kind) > 100, "\(kind)")
        }
        for kind in [FaultSweep.Fault.Kind.limit, .refusal] {
            #expect(report.points(of: kind, lasting: true) > 100, "\(kind)")
        }
        #expect(report.points(of: .budget) == 0)
        let messages = Set(report.outcomes.compactMap { ($0.error as? LuaError)?.message })
        let opening = "the libraries could not be opened"
        #expect(messages == ["not enough memory", "the script exceeded its memory limit", opening])
        let collected = report.outcomes.filter { $0.fault.kind == .collection }.compactMap { $0.error as? LuaError }
        #expect(collected.allSatisfy { $0.message == opening })
    }

    @Test func budgetEndsAtEveryInstruction() throws {
        let report = try FaultSweep.budget { _ in
            try Interpreter().run("local t = {} for i = 1, 10 do t[i] = ('x'):rep(i) end", name: "fault.lua")
        }
        #expect(report.points(of: .budget) > 50)
        #expect(report.points(of: .budget) == report.points(of: .budget, lasting: true))
        #expect(report.outcomes.allSatisfy { ($0.error as? LuaError)?.code == .budget })
    }

    @Test func chargedWorkIsAPointOfABudgetSweep() throws {
        func looks(_ script: String) throws -> Int {
            let report = try FaultSweep.budget { _ in try Interpreter().run(script, name: "fault.lua") }
            return report.points(of: .budget)
        }
        #expect(try looks("local _ = ('x'):rep(1)") == looks("local _ = ('x'):lower(1)") + 1)
    }

    @Test func readingAValueIsAPointOfABudgetSweep() throws {
        func looks<T: Convertible>(_ type: T.Type) throws -> Int {
            let report = try FaultSweep.budget { _ in
                _ = try Interpreter().evaluate("return { 1, 2 }", name: "fault.lua", as: type)
            }
            return report.points(of: .budget)
        }
        struct Anything: Convertible {
            static func read(from reader: ValueReader) throws -> Anything { Anything() }
            func write(to writer: ValueWriter) throws {}
            static var shape: ValueShape { .anything }
        }
        #expect(try looks([Int].self) == looks(Anything.self) + 1)
    }

    @Test func stepLeavesAllocationsOut() throws {
        func points(every step: Int) throws -> Int {
            let report = try FaultSweep.allocations(every: step) { _ in
                try Interpreter().run("return {}", name: "fault.lua")
            }
            return report.points(of: .limit)
        }
        let all = try points(every: 1)
        #expect(try abs(points(every: 10) - all / 10) <= 1)
    }

    @Test func unexpectedErrorIsReported() throws {
        let complaint = complaint {
            try FaultSweep.budget { _ in
                do { try Interpreter().run("return 1", name: "fault.lua") } catch { throw Surprise() }
            }
        }
        #expect(complaint == "when the instruction limit is reached at check 1, the scenario ends with: Surprise()")
        let report = try FaultSweep.budget(isExpected: { $0 is Surprise }) { _ in
            do { try Interpreter().run("return 1", name: "fault.lua") } catch { throw Surprise() }
        }
        #expect(report.outcomes.first?.error is Surprise)
    }

    @Test func errorWithoutAFaultIsThrownUnchanged() throws {
        #expect(throws: Surprise.self) { try FaultSweep.allocations { _ in throw Surprise() } }
    }

    @Test func leakedObjectsAreReported() throws {
        let kept = Lock<[FaultSweep.Trial.Object]>([])
        let complaint = complaint {
            try FaultSweep.budget { trial in
                let object = trial.object()
                do {
                    try Interpreter().run("return 1", name: "fault.lua")
                } catch {
                    kept.withLock { $0.append(object) }
                    throw error
                }
            }
        }
        #expect(complaint == "when the instruction limit is reached at check 1, objects of the scenario are leaked: 1")
    }

    @Test func leakedInterpretersAreReported() throws {
        let kept = Lock<[Interpreter]>([])
        let complaint = complaint {
            try FaultSweep.allocations { _ in
                let lua = try Interpreter()
                do {
                    try lua.run("return {}", name: "fault.lua")
                } catch {
                    kept.withLock { $0.append(lua) }
                    throw error
                }
            }
        }
        #expect(complaint?.hasPrefix("when the memory limit is exceeded at allocation ") == true)
        #expect(complaint?.hasSuffix(", interpreters are leaked: 1") == true)
    }

    @Test func unusableInterpreterIsReported() throws {
        let complaint = complaint {
            try FaultSweep.allocations { _ in
                let lua = try Interpreter(limits: .init(memory: 1 << 20))
                do {
                    try lua.run("return {}", name: "fault.lua")
                } catch {
                    try lua.setGlobal("kept", to: String(repeating: "x", count: 2 << 20))
                    throw error
                }
            }
        }
        #expect(
            complaint == """
                when the memory limit is exceeded at allocation 1, an interpreter cannot be used afterwards: \
                after.lua:1: the script exceeded its memory limit
                """)
    }

    @Test func harmWithoutAFaultIsReported() throws {
        let kept = Lock<[FaultSweep.Trial.Object]>([])
        let complaint = complaint {
            try FaultSweep.allocations { trial in kept.withLock { $0.append(trial.object()) } }
        }
        #expect(complaint == "without a fault, objects of the scenario are leaked: 1")
    }

    @Test func faultsAreDescribed() {
        let texts = FaultSweep.Fault.Kind.allCases.flatMap { kind in
            [false, true].map { "\(FaultSweep.Fault(kind, point: 7, lasts: $0))" }
        }
        #expect(
            texts == [
                "the memory limit is exceeded at allocation 7",
                "the memory limit is exceeded from allocation 7 on",
                "an allocation fails at allocation 7",
                "an allocation fails from allocation 7 on",
                "memory is available only after a collection at allocation 7",
                "memory is available only after a collection from allocation 7 on",
                "the instruction limit is reached at check 7",
                "the instruction limit is reached from check 7 on",
            ])
    }
}
