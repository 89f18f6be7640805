import LuaRuntime
import MoonwireSupport
import TestSupport
import Testing

/// Nested calls lend the same objects, in random combinations: an object is there as long as one of them lends it.
@Suite struct NestedLoanTests {
    private static let script = """
        kept = {}
        function isThere(number)
            return kept[number] ~= nil and (pcall(function() return kept[number].count end))
        end
        function take(numbers, objects, depth)
            for i, number in ipairs(numbers) do kept[number] = objects[i] end
            check()
            if depth == 0 then return end
            for _ = 1, 2 do nest(depth - 1) check() end
        end
        """

    @Test(arguments: 0..<8) func objectsAreThereWhileACallLendsThem(seed: Int) throws {
        let lua = try Interpreter()
        try lua.register(HostClass(CountedObject.self) { citizen in citizen.property("count") { $0.counter.count } })
        try lua.run(Self.script, name: "o.lua")
        let take = try lua.evaluate("return take", name: "o.lua", as: LuaFunction.self)
        let isThere = try lua.evaluate("return isThere", name: "o.lua", as: LuaFunction.self)
        let counter = LiveObjectCounter()
        let objects = (0..<5).map { _ in CountedObject(counter) }
        let lenders = Lock<[[Int]]>([])
        let random = Lock(Seeded(state: UInt64(seed + 1)))

        @Sendable func check() throws {
            for number in objects.indices {
                let isLent = lenders.withLock { $0.contains { $0.contains(number) } }
                #expect(try isThere.call(number, as: Bool.self) == isLent)
            }
        }
        @Sendable func lend(_ depth: Int) throws {
            let numbers = objects.indices.filter { _ in random.withLock { Bool.random(using: &$0) } }
            lenders.withLock { $0.append(numbers) }
            try take.call(numbers, numbers.map { HostLoan(objects[$0]) }, depth)
            lenders.withLock { _ = $0.removeLast() }
        }
        try lua.setGlobal("check", to: HostFunction("check") { try check() })
        try lua.setGlobal("nest", to: HostFunction("nest") { (depth: Int) in try lend(depth) })
        for _ in 0..<10 {
            try lend(3)
            try check()
            lua.collect()
        }
    }
}
