import Foundation
import LuaRuntime
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

@Suite struct ConversionLimitTests {
    private let lua: Interpreter

    init() throws {
        let value = Interpreter.ValueLimits(depth: 20, elements: 1000, stringBytes: 4096)
        lua = try Interpreter(limits: .init(instructions: 1_000_000_000, memory: 512 << 20, value: value))
    }

    /// What is wrong with a value that a script gives; nil when it crosses.
    private func refusal<T: Convertible>(_ text: String, as type: T.Type, _ lua: Interpreter? = nil) -> String? {
        do {
            _ = try (lua ?? self.lua).evaluate(text, name: "v.lua", as: type)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// What is wrong with a value that a script is given.
    private func refusal(writing value: some Convertible, _ lua: Interpreter? = nil) -> String? {
        do {
            try (lua ?? self.lua).setGlobal("value", to: value)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func nested(_ depth: Int) -> PlainValue {
        var value = PlainValue.list([])
        for _ in 1..<depth { value = .list([value]) }
        return value
    }

    private let deep = "is nested too deeply, or contains itself"

    @Test func tooDeepValueIsRefusedWithItsPath() {
        let make = "local t = { 1 } for i = 2, %d do t = { t } end return { servers = t }"
        let path = "servers.1.1.1.1.1 ... 1.1.1"
        #expect(refusal(make.replacing("%d", with: "19"), as: PlainValue.self) == nil)
        #expect(
            refusal(make.replacing("%d", with: "20"), as: PlainValue.self) == "v.lua:1: bad result: at \(path) \(deep)")
        #expect(refusal(writing: nested(20)) == nil)
        #expect(refusal(writing: nested(21)) == "at 1.1.1.1.1.1 ... 1.1.1 \(deep)")
    }

    @Test func valueThatContainsItselfIsRefused() {
        let text = "local t = { port = 1 } t.self = t return t"
        #expect(
            refusal(text, as: PlainValue.self)
                == "v.lua:1: bad result: at self.self.self.self.self.self ... self.self.self \(deep)")
        #expect(refusal("local t = {} t[1] = t return t", as: [PlainValue].self)?.hasSuffix(deep) == true)
        #expect(refusal("local t = {} t.t = t return t", as: Tree.self)?.hasSuffix(deep) == true)
        #expect(refusal(writing: Ring.closed())?.hasSuffix(deep) == true)
    }

    @Test(arguments: [512 << 10, 8 << 20]) func tooDeepValueIsRefusedOnAnyStack(stack: Int) throws {
        let limits = Interpreter.Limits(instructions: 1_000_000_000, value: .init(depth: 100_000))
        let lua = try Interpreter(limits: limits)
        let refusals = Lock<[String?]>([])
        let thread = TestThread(stack: stack) {
            let text = "local t = {} t.t = t return t"
            let found = [
                refusal(text, as: PlainValue.self, lua), refusal(text, as: Tree.self, lua),
                refusal(writing: Ring.closed(), lua), refusal(writing: Chained(chain: Chain(nil)), lua),
            ]
            refusals.withLock { $0 = found }
        }
        thread.join()
        let said = refusals.withLock { $0 }
        for (way, refusal) in zip(["a table", "a decoded table", "an encoded object", "parts of one"], said) {
            #expect(refusal?.hasSuffix("or contains itself") == true, "\(way): \(refusal ?? "nothing")")
        }
        #expect(said.count == 4)
    }

    /// Each level knows its whole way, so that a large stack must not decide alone.
    @Test func encoderRefusesTooDeepValues() throws {
        let lua = try Interpreter(limits: .init(value: .init(depth: 100_000)))
        let refusals = Lock<[String?]>([])
        TestThread(stack: 16 << 20) {
            let found = [150, 250].map { refusal(writing: Chained(chain: Chain($0)), lua) }
            refusals.withLock { $0 = found }
        }.join()
        let said = refusals.withLock { $0 }
        #expect(said.first == .some(nil))
        #expect(said.last??.hasSuffix(deep) == true)
    }

    @Test func limitOfElementsAppliesToTheWholeValue() {
        let many = "has more than 1000 elements"
        #expect(refusal("local t = {} for i = 1, 1000 do t[i] = i end return t", as: [Int].self) == nil)
        for type in [[Int].self, [Double].self, [PlainValue].self, [Int?].self] as [any Convertible.Type] {
            let text = "local t = {} for i = 1, 1001 do t[i] = i end return t"
            #expect(refusal(text, as: type) == "v.lua:1: bad result: \(many)", "\(type)")
        }
        let shared = "local t = { 1 } for i = 1, 12 do t = { t, t } end return t"
        #expect(refusal(shared, as: PlainValue.self)?.hasSuffix(many) == true)
        let map = "local t = {} for i = 1, 501 do t['k' .. i] = { i } end return t"
        #expect(refusal(map, as: [String: [Int]].self)?.hasSuffix(many) == true)
        #expect(refusal(map, as: [String: Leaf].self)?.hasSuffix(many) == true)
        #expect(refusal(writing: Array(0..<1000)) == nil)
        #expect(refusal(writing: Array(0..<1001)) == many)
        #expect(refusal(writing: Array(repeating: 1.5, count: 1001)) == many)
        #expect(refusal(writing: Array(repeating: "x", count: 1001)) == many)
        #expect(refusal(writing: Array(repeating: true, count: 1001)) == many)
        #expect(refusal(writing: Dictionary(uniqueKeysWithValues: (0..<1001).map { ($0, 1) })) == many)
        #expect(refusal(writing: [[1], Array(0..<999)]) == "at 2 \(many)")
    }

    @Test func limitOfStringBytesAppliesToTheWholeValue() {
        let much = "has more than 4096 bytes of strings"
        #expect(refusal("return ('x'):rep(4096)", as: String.self) == nil)
        #expect(refusal("return ('x'):rep(4097)", as: String.self) == "v.lua:1: bad result: \(much)")
        let two = "local t = ('x'):rep(2049) return { a = t, b = t }"
        #expect(refusal(two, as: [String: String].self) == "v.lua:1: bad result: at b \(much)")
        #expect(refusal("local t = ('x'):rep(1024) return { t, t, t, t }", as: [String].self) == nil)
        let five = "local t = ('x'):rep(1024) return { t, t, t, t, t }"
        #expect(refusal(five, as: [String].self) == "v.lua:1: bad result: at 5 \(much)")
        #expect(refusal(writing: String(repeating: "x", count: 4096)) == nil)
        #expect(refusal(writing: String(repeating: "x", count: 4097)) == much)
        #expect(refusal(writing: Array(repeating: String(repeating: "x", count: 1024), count: 5)) == "at 5 \(much)")
        #expect(refusal("return ('\\255'):rep(4096)", as: Data.self) == nil)
        #expect(refusal("return ('\\255'):rep(4097)", as: Data.self) == "v.lua:1: bad result: \(much)")
        #expect(refusal(writing: Data(count: 4096)) == nil)
        #expect(refusal(writing: Data(count: 4097)) == much)
    }

    @Test func valueThatExceedsTheBudgetDoesNotAffectTheNext() throws {
        let limits = Interpreter.Limits(instructions: 50_000, value: .init(elements: 100_000))
        let lua = try Interpreter(limits: limits)
        let list = "local t = {} for i = 1, 10000 do t[i] = i end return "
        #expect(throws: LuaError.self) {
            try lua.evaluate(list + "{ t, t, t, t, t }", name: "v.lua", as: [[Bool?]].self)
        }
        #expect(refusal(list + "{ t, t, t, t, t }", as: PlainValue.self, lua)?.hasSuffix("instruction limit") == true)
        for _ in 0..<15 { #expect(refusal(list + "t", as: [Int].self, lua) == nil) }
    }

    @Test func valueThatIsReadTwiceCountsOnce() {
        let text = "local t = {} for i = 1, 600 do t[i] = i end t[600] = 'x' return { a = t }"
        #expect(
            refusal(text, as: [String: [Int]].self)
                == "v.lua:1: bad result: at a.600 expects an integer, got the string \"x\"")
    }

    @Test func eachValueIsCountedSeparately() throws {
        let take = try lua.evaluate("return function(t) return t end", name: "t.lua", as: LuaFunction.self)
        for _ in 0..<5 {
            #expect(try take.call(Array(0..<900), as: [Int].self).count == 900)
            #expect(try take.call(String(repeating: "x", count: 4000), as: String.self).count == 4000)
            #expect(try take.call(nested(20), as: PlainValue.self) != .null)
        }
    }

    @Test func defaultLimitsRefuseHugeValues() throws {
        let lua = try Interpreter(limits: .init(instructions: 1_000_000_000, memory: 1 << 30))
        let text = "local t = {} for i = 1, 1000000 do t[i] = i end return t"
        #expect(try lua.evaluate(text, name: "v.lua", as: [Int].self).count == 1_000_000)
        #expect(refusal(writing: Array(repeating: 0, count: 1_000_001), lua) == "has more than 1000000 elements")
        let huge = refusal("return ('x'):rep(100 << 20)", as: String.self, lua)
        #expect(huge == "v.lua:1: bad result: has more than 16777216 bytes of strings")
        lua.collect()
        #expect(refusal(writing: String(repeating: "x", count: 100 << 20), lua)?.hasPrefix("has more") == true)
        #expect(lua.memoryInUse < 64 << 20)
    }

    @Test func manyArgumentsAreRead() throws {
        let sum = HostFunction("sum") { (a: Int, b: Int, c: Int, d: Int, e: Int) in a + b + c + d + e }
        try lua.setGlobal("sum", to: sum)
        let text = "local t = {} for i = 1, 255 do t[i] = i end return sum(table.unpack(t))"
        #expect(try lua.evaluate(text, name: "v.lua", as: Int.self) == 15)
    }
}

/// A type that a table which contains itself fits.
private final class Tree: Codable, Convertible {
    let t: Tree?
}

private struct Leaf: Codable, Convertible {
    let value: Int

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        value = try list.decode(Int.self)
    }
}

/// An object that holds others which only an encoder knows what to do with.
private struct Chained: Encodable, Convertible {
    let chain: Chain

    static func read(from reader: ValueReader) throws -> Self { throw reader.mismatch(type: Self.self) }
    static var shape: ValueShape { .anything }
}

private final class Chain: Encodable {
    private var next: Chain?

    enum CodingKeys: CodingKey { case next }

    /// With that many links, or with one that contains itself.
    init(_ links: Int?) {
        switch links {
        case nil: next = self
        case 1: next = nil
        case let links?: next = Chain(links - 1)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try withMuchOfTheStack { try fields.encodeIfPresent(next, forKey: .next) }
    }
}

/// Calls the body as an encoding that needs much of the stack.
private func withMuchOfTheStack(below frames: Int = 16, _ body: () throws -> Void) rethrows {
    try withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { _ in
        if frames > 0 { try withMuchOfTheStack(below: frames - 1, body) } else { try body() }
    }
}

/// An object that contains itself.
private final class Ring: Encodable, Convertible {
    private var next: Ring?

    enum CodingKeys: CodingKey { case next }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try withMuchOfTheStack { try fields.encodeIfPresent(next, forKey: .next) }
    }

    static func closed() -> Ring {
        let ring = Ring()
        ring.next = ring
        return ring
    }

    static func read(from reader: ValueReader) throws -> Self { throw reader.mismatch(type: Self.self) }
    static var shape: ValueShape { .anything }
}
