import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

@Suite struct HostClassTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.register(Counter.hostClass)
        try lua.setGlobal("c", to: Counter(5))
    }

    @Test func scriptsUseTheMembersOfATypedClass() throws {
        #expect(try lua.text("c.value = 7 return c:add(3) .. ' ' .. c.value .. ' ' .. c.doubled") == "10 10 20")
        #expect(try lua.text("c:reset() return c.value") == "0")
        #expect(try lua.text("c:fill(1) return c.value") == "-1")
        #expect(try lua.text("c:fill(1, 5) return c.value") == "4")
        #expect(try lua.text("return c:sum(1, 2, 3)") == "10")
    }

    @Test func classHasConstructorsAndStaticMembers() throws {
        #expect(try lua.text("return Counter(3):add(1)") == "4")
        #expect(try lua.text("return Counter.zero().value") == "0")
        #expect(try lua.text("return Counter.sum(Counter(1), Counter(2)).value") == "3")
        #expect(try lua.text("return Counter.limit") == "10")
        #expect(try lua.text("return Counter") == "Counter")
    }

    @Test func methodIsTheSameValueAtEachAccess() throws {
        #expect(try lua.text("return c.add == c.add and c.add == Counter(1).add") == "true")
        #expect(try lua.text("local calls = { [c.add] = 'found' } return calls[c.add]") == "found")
    }

    @Test func objectHasADescriptionAndIsOneKey() throws {
        #expect(try lua.text("return c") == "5 things")
        #expect(try lua.text("local names = { [c] = 'c' } return names[c:itself()]") == "c")
        #expect(try lua.text("return c == c:itself() and c ~= Counter(5)") == "true")
    }

    @Test(arguments: [
        ("return c.vlaue", "Counter has no member \"vlaue\"\n    did you mean \"value\"?"),
        ("c.vlaue = 1", "Counter has no member \"vlaue\"\n    did you mean \"value\"?"),
        ("return c.x", "Counter has no member \"x\""),
        ("return c:ad(1)", "Counter has no member \"ad\""),
        ("return c[1]", "Counter has no member for the integer 1"),
        ("c[c] = 1", "Counter has no member for Counter"),
        ("c.step = 2", "\"step\" of Counter cannot be set"),
        ("c.add = 2", "\"add\" of Counter cannot be set"),
        ("return Counter.zreo()", "Counter has no static member \"zreo\"\n    did you mean \"zero\"?"),
        ("Counter.limit = 11", "\"limit\" of Counter cannot be set"),
        ("Counter.max = 11", "Counter has no static member \"max\""),
    ])
    func unknownMemberOfATypedClassIsAnError(script: String, message: String) throws {
        let error = lua.failure(script)
        #expect(error?.message == message)
        #expect(error?.location?.description == "o.lua:1")
        #expect(error?.code == .runtime)
    }

    @Test(arguments: [
        ("c:add('x')", "bad argument 1 (\"amount\") to \"Counter.add\": expects an integer, got the string \"x\""),
        ("c:add()", "bad argument 1 (\"amount\") to \"Counter.add\": is missing"),
        ("c:sum(1, 2, 3.5)", "bad argument 3 to \"Counter.sum\": expects an integer, got the number 3.5"),
        ("c:fill(1, {})", "bad argument 2 (\"to\") to \"Counter.fill\": expects an integer, got a map"),
        ("c.value = 'x'", "bad value for \"Counter.value\": expects an integer, got the string \"x\""),
        (
            "c.add(1)",
            "bad receiver of \"Counter.add\": expects Counter, got the integer 1; call a method with a colon"
        ),
        ("c.reset()", "bad receiver of \"Counter.reset\": is missing; call a method with a colon"),
        ("Counter('x')", "bad argument 1 (\"start\") to \"Counter\": expects an integer, got the string \"x\""),
        ("Counter()", "bad argument 1 (\"start\") to \"Counter\": is missing"),
        ("Counter.sum(c, 1)", "bad argument 2 to \"Counter.sum\": expects Counter, got the integer 1"),
    ])
    func argumentErrorOfAMethodNamesTheLabel(script: String, message: String) throws {
        let error = lua.failure(script)
        #expect(error?.message == message)
        #expect(error?.location?.description == "o.lua:1")
        #expect(error?.code == .argument)
    }

    @Test func receiverOfAnotherTypeIsRefused() throws {
        try lua.setGlobal("v", to: Vector(x: 1, y: 2))
        try lua.register(Vector.hostClass)
        #expect(
            lua.failure("c.add(v, 1)")?.message == "bad receiver of \"Counter.add\": expects Counter, got Vector")
    }

    @Test func errorOfAMethodArrivesUnchanged() throws {
        struct Full: Error {}
        var hostClass = Counter.hostClass
        hostClass = HostClass(Counter.self, inheriting: hostClass) { counter in
            counter.method("overflow") { _ throws -> Void in throw Full() }
        }
        try lua.register(hostClass)
        try lua.setGlobal("d", to: Counter(1))
        #expect(throws: Full.self) { try lua.run("d:overflow()", name: "o.lua") }
    }

    @Test func aConstructorIsChosenByItsArguments() throws {
        try lua.register(
            HostClass(Counter.self, named: "Tally") { tally in
                tally.constructor { Counter(0) }
                tally.constructor("start") { (start: Int) in Counter(start) }
                tally.constructor { (text: String, more: Int?) in Counter(text.count + (more ?? 0)) }
                tally.property("value", \.value)
            })
        #expect(try lua.text("return Tally().value + Tally(5).value * 10") == "50")
        #expect(try lua.text("return Tally('abc').value + Tally('abc', 4).value * 10") == "73")
        #expect(
            lua.failure("Tally(true, 1)")?.message
                == "Tally expects () or (an integer) or (a string, an integer or nil), got (the Boolean true, the integer 1)"
        )
    }

    @Test func metatablesOfTypedClassesAreLocked() throws {
        for object in ["c", "Counter", "c.add", "print"] {
            #expect(
                try lua.text("return getmetatable(\(object))")
                    == (object.contains("C") || object == "c" ? "false" : "nil"))
        }
        for attack in [
            "setmetatable(c, {})", "setmetatable(Counter, {})", "rawset(c, 'value', 1)", "rawget(c, 'value')",
            "next(c)",
            "pairs(c)", "rawlen(c)", "#c", "c.__gc(c)", "c.__index(c, 'value')", "c.__metatable.__gc = 1",
            "c.__newindex()",
            "Counter.__call(1)", "c.__name = 1", "ipairs(c)()", "getmetatable(c).__gc = print", "table.insert(c, 1)",
            "table.unpack(c)",
        ] {
            #expect(lua.failure(attack) != nil, "\(attack)")
        }
        #expect(try lua.text("return c.value") == "5")
    }

    @Test func subscriptsAreALiveView() throws {
        let list = List()
        try lua.register(List.hostClass)
        try lua.setGlobal("list", to: list)
        try lua.run("list[1] = 'a' list[2] = 'b' list[1] = list[1] .. list[2]", name: "o.lua")
        #expect(list.elements.withLock { $0 } == ["ab", "b"])
        #expect(try lua.text("list:clear() return #list") == "0")
        list.elements.withLock { $0 = ["x", "y"] }
        #expect(try lua.text("local s = #list for i, e in pairs(list) do s = s .. i .. e end return s") == "21x2y")
        #expect(
            lua.failure("return list.claer")?.message == "List has no member \"claer\"\n    did you mean \"clear\"?")
        #expect(lua.failure("list.clear = 1")?.message == "\"clear\" of List cannot be set")
        #expect(
            lua.failure("list[1] = {}")?.message
                == "bad argument 2 (\"value\") to \"List.[]\": expects a string, got a map")
        try lua.register(HostClass(List.self) { list in list.subscript { (_, key: Int) in key * 2 } })
        try lua.setGlobal("fixed", to: List())
        #expect(try lua.text("return fixed[4]") == "8")
        #expect(lua.failure("fixed[1] = 'x'")?.message == "List has no member for the integer 1")
    }

    @Test func staticPropertyIsSet() throws {
        let limit = Lock(1)
        try lua.register(
            HostClass(Counter.self) { counter in
                counter.staticProperty(
                    "limit", get: { limit.withLock { $0 } }, set: { value in limit.withLock { $0 = value } })
            })
        #expect(try lua.text("Counter.limit = Counter.limit + 4 return Counter.limit") == "5")
        #expect(
            lua.failure("Counter.limit = 'x'")?.message
                == "bad value for \"Counter.limit\": expects an integer, got the string \"x\"")
    }

    @Test func registeringADescriptionWithoutATypeIsRefused() throws {
        let error = #expect(throws: LuaError.self) { try lua.register(HostClass(name: "Thing")) }
        #expect(error?.message == "the description of Thing does not specify its type")
    }
}

private final class List: HostObject, Sendable {
    let elements = Lock<[String]>([])

    static let hostClass = HostClass(List.self) { list in
        list.method("clear") { list in list.elements.withLock { $0 = [] } }
        list.operator(.length) { list in list.elements.withLock { $0.count } }
        list.pairs { list in list.elements.withLock { $0 } }
        list.subscript(
            get: { (list, index: Int) in list.elements.withLock { $0[index - 1] } },
            set: { (list, index: Int, text: String) in
                list.elements.withLock { $0.replaceSubrange(index - 1..<min(index, $0.count), with: [text]) }
            })
    }
}
