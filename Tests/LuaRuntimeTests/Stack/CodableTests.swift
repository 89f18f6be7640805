import Foundation
import LuaRuntime
import MoonwireSupport
import MoonwireValues
import Testing

private struct Machine: Codable, Hashable, Convertible {
    struct Limit: Codable, Hashable {
        var name: String
        var value: Double?
    }

    var host: String
    var port: UInt16
    var tags: [String] = []
    var limits: [Limit] = []
    var started: Date?
    var byCode: [Int: Limit] = [:]
    var level = Level.low

    enum Level: String, Codable, CaseIterable, Convertible { case low, high }
}

private enum Step: Codable, Equatable, Convertible {
    case rest
    case walk(metres: Int)
    case turn(Double, back: Bool?)
}

private class Base: Codable {
    var name = "base"

    init() {}
}

private final class Derived: Base, Convertible {
    var size = 1

    private enum CodingKeys: CodingKey { case size }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        size = try fields.decode(Int.self, forKey: .size)
        try super.init(from: try fields.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(size, forKey: .size)
        try super.encode(to: fields.superEncoder())
    }
}

/// Three numbers in a list, the last one in a list of its own; nothing that could be derived.
private struct Triple: Codable, Equatable, Convertible {
    var numbers = [1, 2, 3]

    init() {}

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        numbers[0] = try list.decode(Int.self)
        numbers[1] = try list.decodeNil() ? 0 : list.decode(Int.self)
        var inner = try list.nestedUnkeyedContainer()
        numbers[2] = try inner.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(numbers[0])
        try list.encodeNil()
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(numbers[2])
    }
}

private enum Rank: Int, Codable, Convertible { case first = 1, second }

private struct Keeper: Decodable, Convertible {
    static let kept = Lock<(any SingleValueDecodingContainer)?>(nil)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        Self.kept.withLock { $0 = value }
    }

    func write(to writer: ValueWriter) throws {}
}

@Suite struct CodableTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.defineNull()
    }

    private func read<T: Convertible>(_ text: String, as type: T.Type = T.self) throws -> T {
        try lua.evaluate("return " + text, name: "c.lua")
    }

    private func refusal<T: Convertible>(_ text: String, as type: T.Type) -> String? {
        do {
            _ = try read(text, as: type)
            return nil
        } catch {
            return "\(error)".replacing("c.lua:1: bad result: ", with: "")
        }
    }

    /// How a script sees a value, fields in order.
    private func seen(_ value: some Convertible) throws -> String {
        let text = """
            local function show(x)
                if type(x) ~= "table" then return tostring(x) end
                local parts = {}
                for k, v in pairs(x) do parts[#parts + 1] = k .. "=" .. show(v) end
                return "{" .. table.concat(parts, " ") .. "}"
            end
            return show
            """
        return try lua.evaluate(text, name: "s.lua", as: LuaFunction.self).call(value)
    }

    @Test func codableTypeConvertsByItsFields() throws {
        let text = """
            {
                host = "a.example", port = 80, tags = { "x" }, limits = { { name = "n", value = 2 }, { name = "m" } },
                started = "1970-01-02", byCode = { [404] = { name = "none" } }, level = "high",
            }
            """
        let server = try read(text, as: Machine.self)
        let expected = Machine(
            host: "a.example", port: 80, tags: ["x"], limits: [.init(name: "n", value: 2), .init(name: "m")],
            started: Date(timeIntervalSince1970: 86_400), byCode: [404: .init(name: "none")], level: .high)
        #expect(server == expected)
        #expect(
            try seen(server)
                == """
                {byCode={404={name=none}} host=a.example level=high limits={1={name=n value=2.0} 2={name=m}} \
                port=80 started=86400.0 tags={1=x}}
                """)
        let same = try read("function(x) return x end", as: LuaFunction.self)
        #expect(try same.call([server], as: [Machine].self) == [server])
        #expect(Machine.shape == .plain)
    }

    @Test func codableTypeIsAnArgumentAResultAndAGlobal() throws {
        let move = HostFunction("move") { (server: Machine, port: UInt16) -> Machine in
            var moved = server
            moved.port = port
            return moved
        }
        try lua.setGlobal("move", to: move)
        try lua.setGlobal("base", to: Machine(host: "h", port: 1))
        #expect(try read("move(base, 99).port", as: Int.self) == 99)
        #expect(try read("move(base, 99)", as: Machine.self) == Machine(host: "h", port: 99))
        let error = #expect(throws: LuaError.self) { try lua.run("\nmove({ host = 'h' }, 1)", name: "m.lua") }
        #expect(error?.description == "m.lua:2: bad argument 1 to \"move\": at port is missing")
    }

    @Test(arguments: [
        ("{ host = 'h' }", "at port is missing"), ("7", "expects a map, got the integer 7"),
        ("{ host = 'h', prot = 80 }", "at prot is not a field\n    did you mean \"port\"?"),
        ("{ host = 'h', port = 1, tags = {}, limits = {}, byCode = {}, level = 'low', x = 1 }", "at x is not a field"),
        ("{ host = 1, port = 1 }", "at host expects a string, got the integer 1"),
        ("{ host = 'h', port = 70000 }", "at port expects an integer from 0 to 65535, got 70000"),
        (
            "{ host = 'h', port = 1, tags = {}, limits = { { name = 'n' }, { nam = 'm' } } }",
            "at limits.2.nam is not a field\n    did you mean \"name\"?"
        ),
        (
            "{ host = 'h', port = 1, tags = {}, limits = { { name = 'n', value = 'x' } } }",
            "at limits.1.value expects a number, got the string \"x\""
        ),
        (
            "{ host = 'h', port = 1, tags = { 'a', nil, 'c' } }",
            "at tags.2 is a hole in the list; write null for an empty element"
        ),
        (
            "{ host = 'h', port = 1, tags = {}, limits = {}, byCode = { [4] = { name = true } } }",
            "at byCode.4.name expects a string, got the Boolean true"
        ),
        (
            "{ host = 'h', port = 1, tags = {}, limits = {}, byCode = {}, level = 'mid' }",
            "at level expects one of \"low\", \"high\", got the string \"mid\""
        ),
    ])
    func decodingErrorNamesTheField(text: String, sentence: String) {
        #expect(refusal(text, as: Machine.self) == sentence)
    }

    @Test func enumsWithAssociatedValuesConvert() throws {
        #expect(try read("{ rest = {} }", as: Step.self) == .rest)
        #expect(try read("{ walk = { metres = 5 } }", as: Step.self) == .walk(metres: 5))
        #expect(try read("{ turn = { _0 = 1.5 } }", as: Step.self) == .turn(1.5, back: nil))
        #expect(try seen(Step.walk(metres: 5)) == "{walk={metres=5}}")
        #expect(try seen(Step.rest) == "{rest={}}")
        let same = try read("function(x) return x end", as: LuaFunction.self)
        #expect(try same.call([Step.rest, .turn(2, back: true)], as: [Step].self) == [.rest, .turn(2, back: true)])
        #expect(
            refusal("{ walk = { metres = 'x' } }", as: Step.self)
                == "at walk.metres expects an integer, got the string \"x\"")
        #expect(
            refusal("{ walk = { metre = 1 } }", as: Step.self)
                == "at walk.metre is not a field\n    did you mean \"metres\"?")
        #expect(refusal("{ run = {} }", as: Step.self) == "at run is not a field")
        #expect(refusal("{ rest = {}, walk = { metres = 1 } }", as: Step.self)?.contains("expected") == true)
    }

    @Test func classesKeepWhatTheirSuperclassEncodes() throws {
        let value = try read("{ size = 3, super = { name = 'n' } }", as: Derived.self)
        #expect(value.size == 3 && value.name == "n")
        #expect(try seen(value) == "{size=3 super={name=n}}")
        #expect(
            refusal("{ size = 3, super = { nam = 'n' } }", as: Derived.self)
                == "at super.nam is not a field\n    did you mean \"name\"?")
        #expect(refusal("{ size = 3, super = 7 }", as: Derived.self) == "at super expects a map, got the integer 7")
    }

    @Test func listsAreDecodedByHand() throws {
        #expect(try read("{ 7, null, { 9 } }", as: Triple.self).numbers == [7, 0, 9])
        #expect(try seen(Triple()) == "{1=1 2=null 3={1=3}}")
        #expect(refusal("{ 7, 8 }", as: Triple.self) == "at 3 is missing")
        #expect(refusal("{ 7, 8, { 'x' } }", as: Triple.self) == "at 3.1 expects an integer, got the string \"x\"")
        #expect(refusal("{ 7, 8, {} }", as: Triple.self) == "at 3.1 is missing")
    }

    @Test func rawValuesHavePrecedenceOverFields() throws {
        #expect(try read("2", as: Rank.self) == .second)
        #expect(refusal("3", as: Rank.self) == "expects Rank, got the integer 3")
        #expect(Machine.Level.shape == .choice(["low", "high"]))
        #expect(Rank.shape == Int.shape)
        #expect(try seen(Rank.first) == "1")
    }

    @Test func decoderIsInvalidAfterTheCall() throws {
        _ = try read("7", as: Keeper.self)
        let kept = try #require(Keeper.kept.withLock { $0 })
        let error = #expect(throws: ConversionError.self) { try kept.decode(Int.self) }
        #expect(error?.description == "has already been decoded")
    }
}
