import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

/// What parallel functions can use outside of the calls of scripts, and after their scripts are gone.
@Suite struct ParallelBoundsTests {
    @Test(arguments: [
        "for i = 1, 100 do parallel(function() return text end) end return parallel(function() end)",
        "\((1...60).map { "local text\($0) = text" }.joined(separator: " ")) "
            + "return parallel(function() return \((1...60).map { "text\($0)" }.joined(separator: ", ")) end)",
        "local function use() return text end for i = 1, 100 do parallel(function() return use() end) end "
            + "return parallel(function() end)",
    ]) func copiesFitInTheMemoryOfOneInterpreter(_ script: String) throws {
        let scripts = try ParallelScripts(limits: .init(cpuTime: .seconds(60), memory: 4 << 20))
        let (_, faults) = try scripts.load("local text = ('x'):rep(100000)\n\(script)")
        #expect(faults.map(\.reason) == [.tooLarge])
        #expect(faults.first?.function?.description == "p.lua:2")
        #expect(faults.first?.location?.description == "p.lua:2")
    }

    @Test func copiesThatFitHaveNoFault() throws {
        let scripts = try ParallelScripts(limits: .init(cpuTime: .seconds(60), memory: 4 << 20))
        let function = try scripts.function(
            """
            local text = ('x'):rep(100000)
            for i = 1, 30 do parallel(function() return text end) end
            return parallel(function() return #text end)
            """)
        #expect(try function.call(as: Int.self) == 100_000)
    }

    /// Each further copy of the text would fill a tenth of the memory.
    @Test func anInterpreterHasOneCopyOfAFunction() throws {
        let scripts = try ParallelScripts(count: 1, limits: .init(cpuTime: .seconds(60), memory: 4 << 20))
        let function = try scripts.function(
            """
            local text = ('x'):rep(400000)
            return parallel(function(n) return #(text .. n) end)
            """)
        for n in 0..<50 { #expect(try function.call(n % 10, as: Int.self) == 400_001) }
        #expect(scripts.madeCount == 1)
    }

    /// A function that Swift keeps may keep an interpreter of a pool that is gone, and may call functions of a later pool.
    @Test func interpretersOfAPoolThatIsGoneRunNoFunctionsOfALaterOne() throws {
        let inner = Lock<LuaFunction?>(nil)
        let call = HostFunction("inner") { () throws -> Int in
            let function = inner.withLock { $0 }
            return try function?.call(as: Int.self) ?? 0
        }
        func kept() throws -> LuaFunction {
            let scripts = try ParallelScripts(functions: [call])
            let text = "return parallel(function() return function() return inner() end end)"
            return try scripts.function(text).call(as: LuaFunction.self)
        }
        for number in 1...20 {
            let earlier = try kept()
            let later = try ParallelScripts(functions: [call])
            let function = try later.function("return parallel(function() return \(number) end)")
            inner.withLock { $0 = function }
            #expect(try earlier.call(as: Int.self) == number)
            inner.withLock { $0 = nil }
        }
    }
}
