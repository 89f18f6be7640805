import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

private final class Engine: Convertible, Sendable {
    let brand: String
    let speed = Lock(0)

    init(brand: String) { self.brand = brand }

    static func read(from reader: ValueReader) throws -> Engine {
        guard let engine = try reader.object() as? Engine else { throw reader.mismatch(type: Engine.self) }
        return engine
    }

    func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    static var shape: ValueShape { .object("Engine") }

    static let hostClass = HostClass(
        name: "Engine",
        methods: ["faster": HostFunction("faster") { (e: Engine, by: Int) in e.speed.withLock { $0 += by } }],
        getters: [
            "brand": HostFunction("brand") { (e: Engine) in e.brand },
            "speed": HostFunction("speed") { (e: Engine) in e.speed.withLock { $0 } },
        ],
        setters: ["speed": HostFunction("speed") { (e: Engine, s: Int) in e.speed.withLock { $0 = s } }]
    )
}

private class Base {}
private final class Derived: Base {}

@Suite struct ObjectTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        lua.register(Engine.hostClass, for: ObjectIdentifier(Engine.self))
        try lua.setGlobal("engine", to: Engine(brand: "V8"))
    }

    private func text(_ script: String) throws -> String {
        try lua.evaluate(script, name: "o.lua")
    }

    @Test func scriptsUseTheMembersOfAnObject() throws {
        #expect(try text("engine.speed = 5 engine:faster(3) return engine.brand .. engine.speed") == "V88")
        #expect(try text("return tostring(engine) .. type(engine)") == "Engineuserdata")
    }

    @Test func objectIsTheSameValueEachTime() throws {
        let engine = Engine(brand: "I4")
        try lua.setGlobal("a", to: engine)
        try lua.setGlobal("b", to: [engine])
        #expect(try lua.evaluate("return a == b[1] and a ~= engine", name: "o.lua", as: Bool.self))
        let back = try lua.evaluate("return a", name: "o.lua", as: Engine.self)
        #expect(ObjectIdentifier(back) == ObjectIdentifier(engine))
    }

    @Test func anUnknownMemberIsAnError() throws {
        let read = #expect(throws: LuaError.self) { try lua.run("return engine.color", name: "o.lua") }
        #expect(read?.description == "o.lua:1: Engine has no member \"color\"")
        let write = #expect(throws: LuaError.self) { try lua.run("engine.brand = 'x'", name: "o.lua") }
        #expect(write?.message == "\"brand\" of Engine cannot be set")
    }

    @Test func hostHandlesUnknownMembers() throws {
        var hostClass = Engine.hostClass
        hostClass.unknownMember = HostFunction(name: "unknown") { call in
            try call.stack.write("\(call.count) \(try call.stack.string(at: 2) ?? "")", at: 0)
            return .values(1)
        }
        lua.register(hostClass, for: ObjectIdentifier(Engine.self))
        try lua.setGlobal("other", to: Engine(brand: "x"))
        #expect(try text("return other.color") == "2 color")
    }

    @Test func tableOfMethodsIsNotAccessible() throws {
        try lua.register(HostClass(Bell.self) { bell in bell.method("ring") { (_: Bell) in "ding" } })
        try lua.setGlobal("bell", to: Bell())
        #expect(try text("return bell:ring() .. bell.ring(bell)") == "dingding")
        #expect(try text("return tostring(bell.ring == bell.ring) .. tostring(getmetatable(bell))") == "truefalse")
        for (script, message) in [
            ("\nreturn bell.rings", "Bell has no member \"rings\"\n    did you mean \"ring\"?"),
            ("\nreturn bell[1]", "Bell has no member for the integer 1"),
            ("\nbell.ring = 1", "\"ring\" of Bell cannot be set"), ("\nbell.x = 1", "Bell has no member \"x\""),
            ("\nrawset(bell, 'ring', 1)", "bad argument #1 to 'rawset' (table expected, got Bell)"),
        ] {
            let error = #expect(throws: LuaError.self) { try lua.run(script, name: "b.lua") }
            #expect(error?.message == message)
            #expect(error?.location == ScriptLocation(file: "b.lua", line: 2))
        }
    }

    @Test func handlerOfUnknownMembersReceivesTheObject() throws {
        var hostClass = HostClass(Bell.self) { bell in bell.method("ring") { (_: Bell) in "ding" } }
        hostClass.unknownMember = HostFunction(name: "unknown") { call in
            let bell = try call.stack.object(at: call.position(0), as: Bell.self)
            try call.stack.write(bell == nil ? "nobody" : "a bell", at: 0)
            return .values(1)
        }
        try lua.register(hostClass)
        try lua.setGlobal("bell", to: Bell())
        #expect(try text("return bell:ring() .. ' ' .. bell.rings") == "ding a bell")
    }

    @Test func metatablesOfObjectsAreLocked() throws {
        #expect(try text("return tostring(getmetatable(engine))") == "false")
        #expect(throws: LuaError.self) { try lua.run("setmetatable(engine, {})", name: "o.lua") }
        #expect(throws: LuaError.self) { try lua.run("engine.__gc()", name: "o.lua") }
        #expect(throws: LuaError.self) { try lua.run("rawset(engine, 'x', 1)", name: "o.lua") }
    }

    @Test func aMethodOfAnotherObjectIsRefused() throws {
        try lua.setGlobal("stranger", to: UnregisteredObject())
        let error = #expect(throws: LuaError.self) { try lua.run("engine.faster(stranger, 1)", name: "o.lua") }
        #expect(error?.message == "bad argument 1 to \"faster\": expects Engine, got UnregisteredObject")
        #expect(throws: LuaError.self) { try lua.run("engine.faster(1, 1)", name: "o.lua") }
    }

    @Test func subclassHasTheMembersOfItsClass() throws {
        lua.register(HostClass(name: "Base"), for: ObjectIdentifier(Base.self))
        try lua.withStack { stack in
            try stack.write(object: Derived(), at: 0)
            #expect(try stack.object(at: 1, as: Base.self) != nil)
            #expect(try stack.object(at: 1, as: Engine.self) == nil)
        }
        try lua.setGlobal(
            "show",
            to: HostFunction(name: "show") { call in
                try call.stack.write(object: Derived(), at: 0)
                return .values(1)
            })
        #expect(try text("return tostring(show())") == "Base")
    }

    @Test func aFunctionOfAnotherInterpreterIsRefused() throws {
        let other = try Interpreter().evaluate("return function() end", name: "f.lua", as: LuaFunction.self)
        #expect(throws: ConversionError.self) { try lua.setGlobal("f", to: other) }
    }

    @Test func functionsReturnToScriptsAsTheSameValue() throws {
        let function = try lua.evaluate("f = function() end return f", name: "f.lua", as: LuaFunction.self)
        try lua.setGlobal("g", to: function)
        #expect(try lua.evaluate("return f == g", name: "f.lua", as: Bool.self))
    }

    @Test func tokensAreNamedAndOpaque() throws {
        try lua.defineToken(kind: 3, name: "a reference")
        try lua.setGlobal("token", push: { $0.pushToken(kind: 3, index: 42) })
        #expect(
            try text("return tostring(token) .. tostring(getmetatable(token)) .. type(token)")
                == "a referencefalseuserdata")
        #expect(throws: LuaError.self) { try lua.run("return token.x", name: "o.lua") }
        try lua.setGlobal(
            "check",
            to: HostFunction(name: "check") { call in
                let token = call.stack.token(at: 1)
                #expect(token?.kind == 3 && token?.index == 42)
                let kind = try call.stack.kind(at: 1)
                #expect(kind == .handle)
                #expect(call.stack.token(at: 2) == nil && call.stack.token(at: 3) == nil)
                return .values(0)
            })
        try lua.run("check(token, engine, 1)", name: "o.lua")
    }

    @Test func tokensHaveFields() throws {
        let reading = HostFunction(name: "reading") { call in
            let token = call.stack.token(at: 1)
            #expect(token?.kind == 4 && token?.index == 7)
            try "<\(call.argument(1)?.string() ?? "nothing")>".write(to: call.stack.writer)
            return .values(1)
        }
        try lua.defineToken(kind: 4, name: "word", call: reading, field: reading)
        try lua.setGlobal("word", push: { $0.pushToken(kind: 4, index: 7) })
        #expect(try text("return word.a .. word \"b\" .. word[\"c d\"] .. tostring(word)") == "<a><b><c d>word")
        #expect(try text("return tostring(getmetatable(word))") == "false")
        let error = #expect(throws: LuaError.self) { try lua.run("\nword.a = 1", name: "o.lua") }
        #expect(error?.description.hasPrefix("o.lua:2: \"word.a\" cannot be replaced") == true)
    }
}

private final class UnregisteredObject: Convertible, Sendable {
    static func read(from reader: ValueReader) throws -> UnregisteredObject {
        throw reader.mismatch(type: UnregisteredObject.self)
    }

    func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    static var shape: ValueShape { .object("UnregisteredObject") }
}

private final class Bell: HostObject, Sendable {}
