import Foundation
import LuaRuntime
import MoonwireValues
import Testing

/// A function has room for twenty values beside its arguments.
///
/// Whoever needs more asks for it, however full the stack is.
@Suite struct WriteRoomTests {
    private static let many = 60
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter(profile: .full, output: { _ in })
        let values: [(String, @Sendable (LuaStack) throws -> Void)] = [
            ("nothings", { try $0.writeNull(at: 0) }), ("booleans", { try $0.write(true, at: 0) }),
            ("integers", { try $0.write(Int64(1), at: 0) }), ("numbers", { try $0.write(1.5, at: 0) }),
            ("texts", { try $0.write("x", at: 0) }), ("bytes", { try $0.write(Data([1]), at: 0) }),
            ("functions", { try $0.write(object: HostFunction("f") {}, at: 0) }),
            ("objects", { try $0.write(object: Thing(), at: 0) }),
            ("weak", { try $0.push(weak: Self.thing) }),
            ("lists", { try [true].write(to: $0.writer) }),
            ("maps", { try ["a": true].write(to: $0.writer) }),
            ("wholes", { try [1].write(to: $0.writer) }),
            ("words", { try ["a"].write(to: $0.writer) }),
            ("scopes", { try HostLoan(Thing()).write(to: $0.writer) }),
        ]
        for (name, write) in values {
            try lua.setGlobal(
                name,
                to: HostFunction(name: name) { call in
                    for _ in 0..<Self.many { try write(call.stack) }
                    return .values(Self.many)
                })
        }
        let kinds: [(String, HostFunction)] = [
            ("value", HostFunction("value") { (_: PlainValue) in }), ("tree", HostFunction("tree") { (_: Tree) in }),
            ("list", HostFunction("list") { (_: [PlainValue]) in }),
            ("map", HostFunction("map") { (_: [String: PlainValue]) in }),
        ]
        for (name, function) in kinds { try lua.setGlobal(name, to: function) }
        try lua.run(
            """
            captures, full, nested, named = ('()'):rep(32), {}, { 1 }, { a = 1 }
            for i = 1, \(Self.many) do full[i] = i end
            for i = 1, 40 do nested, named = { nested }, { a = named } end
            tall = {} for i = 1, 40 do tall = { next = tall } end
            """, name: "slots.lua")
    }

    private static let thing = Thing()

    /// Does it with every count of values below it, so that the stack is just full with one of them.
    ///
    /// What is written beyond its end ends the process, now or when the memory is freed.
    @Test(arguments: [
        "('x'):find(captures)", "('x'):match(captures)", "('x'):gsub(captures, function() end)",
        "coroutine.wrap(function() return table.unpack(full) end)()", "coroutine.wrap(select)('#', table.unpack(full))",
        "coroutine.resume(coroutine.create(function() error(nested) end))", "table.unpack(full)", "print(nested)",
        "pcall(string.format, ('%s'):rep(100))", "debug.traceback('x')",
        "debug.traceback(coroutine.create(print), 'x')",
        "nothings()", "booleans()", "integers()", "numbers()", "texts()", "bytes()", "functions()", "objects()",
        "weak()",
        "lists()", "maps()", "wholes()", "words()", "scopes()", "value(nested)", "value(named)", "tree(tall)",
        "list(nested)", "map(named)", "pcall(list, named)", "pcall(map, { a = full })", "pcall(tree, { next = full })",
    ])
    func everyWriteHasRoomOnAFullStack(call: String) throws {
        let text = "local function f(...) \(call) end for i = 0, 120 do coroutine.wrap(f)(table.unpack(full, 1, i)) end"
        try lua.run(text, name: "slots.lua")
        lua.collect()
    }
}

private final class Thing: Sendable {}

extension Thing: Convertible {
    static func read(from reader: ValueReader) throws -> Thing { throw reader.mismatch(type: Thing.self) }
    func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }
    static var shape: ValueShape { .object("Thing") }
}

private final class Tree: Codable, Convertible {
    let next: Tree?
}
