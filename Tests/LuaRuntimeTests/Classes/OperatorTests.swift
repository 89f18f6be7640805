import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

@Suite struct OperatorTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.register(Vector.hostClass)
        try lua.register(Counter.hostClass)
        try lua.run("v, w = Vector(1, 2), Vector(3, 4)", name: "o.lua")
    }

    @Test(arguments: [
        ("v + w", "(4.0, 6.0)"),
        ("v + 1", "(2.0, 3.0)"),
        ("v * 2", "(2.0, 4.0)"),
        ("2 * v", "(2.0, 4.0)"),
        ("-v", "(-1.0, -2.0)"),
        ("#v", "2"),
        ("v .. '!'", "1.0,2.0!"),
        ("'at ' .. v", "at 1.0,2.0"),
        ("v(1) + v(2)", "3.0"),
        ("v == Vector(1, 2)", "true"),
        ("v == w", "false"),
        ("v ~= w", "true"),
        ("v == 1", "false"),
        ("v == Counter(1)", "false"),
        ("Counter(1) == v", "false"),
        ("Counter(1) < Counter(2)", "true"),
        ("Counter(1) > Counter(2)", "false"),
    ])
    func operatorsCallTheirDeclarations(expression: String, result: String) throws {
        #expect(try lua.text("return \(expression)") == result)
    }

    @Test(arguments: [
        ("v + 'x'", "\"+\" expects Vector and Vector, or Vector and a number, got Vector and the string \"x\""),
        ("1 + v", "\"+\" expects Vector and Vector, or Vector and a number, got the integer 1 and Vector"),
        ("v + Counter(1)", "\"+\" expects Vector and Vector, or Vector and a number, got Vector and Counter"),
        ("Counter(1) < 2", "\"<\" expects Counter and Counter, got Counter and the integer 2"),
        ("v(true)", "bad argument 1 (\"index\") to \"Vector\": expects an integer, got the Boolean true"),
        ("v < w", "attempt to compare two Vector values"),
        ("v - w", "attempt to perform arithmetic on a Vector value (global 'v')"),
    ])
    func operandErrorsNameTheOperands(expression: String, message: String) throws {
        let error = lua.failure("local x = \(expression)")
        #expect(error?.message == message)
        #expect(error?.location?.description == "o.lua:1")
    }

    @Test func everyOperatorReachesItsFunction() throws {
        let signs: [(HostClass.BinaryOperator, String)] = [
            (.add, "a + b"), (.subtract, "a - b"), (.multiply, "a * b"), (.divide, "a / b"), (.modulo, "a % b"),
            (.power, "a ^ b"), (.floorDivide, "a // b"), (.concatenate, "a .. b"), (.bitwiseAnd, "a & b"),
            (.bitwiseOr, "a | b"), (.bitwiseExclusiveOr, "a ~ b"), (.shiftLeft, "a << b"), (.shiftRight, "a >> b"),
            (.equal, "a == b"), (.less, "a < b"), (.lessOrEqual, "a <= b"),
        ]
        let unary: [(HostClass.UnaryOperator, String)] = [(.negate, "-a"), (.length, "#a"), (.bitwiseNot, "~a")]
        let seen = Lock<[String]>([])
        try lua.register(
            HostClass(Counter.self) { counter in
                for (sign, expression) in signs {
                    counter.operator(sign) { (_: Counter, _: Counter) in
                        seen.withLock { $0.append(expression) }
                        return true
                    }
                }
                for (sign, expression) in unary {
                    counter.operator(sign) { _ in
                        seen.withLock { $0.append(expression) }
                        return 1
                    }
                }
            })
        try lua.setGlobal("a", to: Counter(1))
        try lua.setGlobal("b", to: Counter(2))
        let expressions = signs.map(\.1) + unary.map(\.1)
        for expression in expressions { try lua.run("local result = \(expression)", name: "o.lua") }
        #expect(seen.withLock { $0 } == expressions)
        #expect(signs.map(\.0) == HostClass.BinaryOperator.allCases)
        #expect(unary.map(\.0) == HostClass.UnaryOperator.allCases)
    }

    @Test func objectEqualsItselfWithoutACall() throws {
        try lua.register(
            HostClass(Counter.self) { counter in counter.operator(.equal) { (_: Counter, _: Counter) in false } })
        let counter = Counter(1)
        try lua.setGlobal("a", to: counter)
        try lua.setGlobal("b", to: counter)
        #expect(try lua.text("return a == b") == "true")
    }

    @Test func destroyedObjectIsNotAnOperand() throws {
        let counter = Counter(1)
        try lua.setGlobal("c", to: counter)
        try lua.destroy(counter)
        #expect(
            lua.failure("return c < Counter(2)")?.message
                == "\"<\" expects Counter and Counter, got a value that refers to Counter, which was destroyed and Counter"
        )
        #expect(try lua.text("return c == c and c ~= Counter(1)") == "true")
    }

    @Test func pairsVisitsEntriesOfAnObjectInOrder() throws {
        #expect(
            try lua.text("local s = '' for k, x in pairs(v) do s = s .. k .. x .. ' ' end return s") == "x1.0 y2.0 ")
        try lua.register(HostClass(Counter.self) { $0.pairs { [10, 20, $0.value] } })
        try lua.setGlobal("c", to: Counter(30))
        #expect(try lua.text("local s = 0 for i, n in pairs(c) do s = s + i * n end return s") == "140")
    }
}
