import LuaRuntime
import Moonwire
import Testing

/// Methods of each count of arguments, by closures and by unapplied references.
@Suite struct MethodArgumentTests {
    @Test(
        arguments: ["none", "one", "two", "three", "four", "five"].enumerated().map { ($1, Array(1...6).prefix($0)) })
    func methodReceivesItsArgumentsInOrder(_ name: String, _ arguments: ArraySlice<Int>) throws {
        let lua = try Interpreter()
        try lua.expose(Digits.exposure)
        try lua.setGlobal("digits", to: Digits())
        let given = arguments.map(String.init).joined(separator: ", ")
        let expected = "0" + arguments.map(String.init).joined()
        for form in [name, name + "Closure"] {
            #expect(try lua.evaluate("return digits:\(form)(\(given))", name: "d.lua", as: String.self) == expected)
        }
    }

    @Test(arguments: ["one", "two", "three", "four", "five"].enumerated().map { ($1, $0) })
    func mismatchedMethodArgumentIsNamedByItsLabel(_ name: String, _ last: Int) throws {
        let lua = try Interpreter()
        try lua.expose(Digits.exposure)
        try lua.setGlobal("digits", to: Digits())
        for place in 0...last {
            let given = (0...last).map { $0 == place ? "'x'" : "1" }.joined(separator: ", ")
            for form in [name, name + "Closure"] {
                let error = #expect(throws: ContainerError.self) {
                    try lua.run("digits:\(form)(\(given))", name: "d.lua")
                }
                let label = ["a", "b", "c", "d", "e"][place]
                #expect(
                    error?.description
                        == "d.lua:1: Digits.\(form): argument \"\(label)\" expects an integer, got the string \"x\"")
            }
        }
    }

    /// A value that is nothing counts as well.
    @Test(
        arguments: ["none", "one", "two", "three", "four", "five"].enumerated().map { ($1, $0) },
        ["1", "nil", "nil, nil"])
    func surplusArgumentsAreRefused(_ method: (name: String, count: Int), _ surplus: String) throws {
        let lua = try Interpreter()
        try lua.expose(Digits.exposure)
        try lua.setGlobal("digits", to: Digits())
        let given = Array(repeating: "1", count: method.count) + [surplus]
        let (count, labels) = (method.count, ["a", "b", "c", "d", "e"].prefix(method.count))
        let list = labels.isEmpty ? "no arguments" : "(\(labels.joined(separator: ", ")))"
        for form in [method.name, method.name + "Closure"] {
            let error = #expect(throws: ContainerError.self) {
                try lua.run("\ndigits:\(form)(\(given.joined(separator: ", ")))", name: "d.lua")
            }
            let wanted = "\(count) argument\(count == 1 ? "" : "s")"
            let more = surplus == "nil, nil" ? 2 : 1
            #expect(
                error?.description
                    == "d.lua:2: Digits.\(form) takes \(wanted), got \(count + more)\n    it takes \(list)")
        }
    }

    @Test func methodCallWithoutItsObjectIsAFault() throws {
        let lua = try Interpreter()
        try lua.expose(Digits.exposure)
        try lua.setGlobal("digits", to: Digits())
        let error = #expect(throws: ContainerError.self) { try lua.run("digits.one(1, 2, 3)", name: "d.lua") }
        #expect(error?.description.hasPrefix("d.lua:1: Digits.one is called without its object") == true)
    }
}

private final class Digits: Exposed, Sendable {
    func none() -> String { "0" }
    func one(a: Int) -> String { "0\(a)" }
    func two(a: Int, b: Int) -> String { "0\(a)\(b)" }
    func three(a: Int, b: Int, c: Int) -> String { "0\(a)\(b)\(c)" }
    func four(a: Int, b: Int, c: Int, d: Int) -> String { "0\(a)\(b)\(c)\(d)" }
    func five(a: Int, b: Int, c: Int, d: Int, e: Int) -> String { "0\(a)\(b)\(c)\(d)\(e)" }

    static let exposure = Exposure(Digits.self) {
        Method("none", Digits.none)
        Method("one", Digits.one, "a")
        Method("two", Digits.two, "a", "b")
        Method("three", Digits.three, "a", "b", "c")
        Method("four", Digits.four, "a", "b", "c", "d")
        Method("five", Digits.five, "a", "b", "c", "d", "e")
        Method("noneClosure") { (digits: Digits) in digits.none() }
        Method("oneClosure", "a") { (digits: Digits, a: Int) in digits.one(a: a) }
        Method("twoClosure", "a", "b") { (digits: Digits, a: Int, b: Int) in digits.two(a: a, b: b) }
        Method("threeClosure", "a", "b", "c") { (digits: Digits, a: Int, b: Int, c: Int) in
            digits.three(a: a, b: b, c: c)
        }
        Method("fourClosure", "a", "b", "c", "d") { (digits: Digits, a: Int, b: Int, c: Int, d: Int) in
            digits.four(a: a, b: b, c: c, d: d)
        }
        Method("fiveClosure", "a", "b", "c", "d", "e") {
            (digits: Digits, a: Int, b: Int, c: Int, d: Int, e: Int) in digits.five(a: a, b: b, c: c, d: d, e: e)
        }
    }
}
