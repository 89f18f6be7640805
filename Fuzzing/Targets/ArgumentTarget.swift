import LuaRuntime
import MoonwireValues

/// Whatever arguments a script passes to Swift functions, they receive the declared types, or the script gets an error that names
/// the argument.
func callFunctions(_ bytes: [UInt8]) throws {
    let lua = try Interpreter(limits: .init(instructions: 200_000, memory: 16 << 20), output: { _ in })
    let calls = [
        "none", "integer", "small", "text", "maybe", "lists", "both", "many", "callback", "apply", "thing.call",
        "thing:call", "(function(v) thing.size = v return thing.size end)", "(function(v) return thing[v] end)",
    ]
    try setUp(lua)
    var expression = Expression(bytes, names: ["thing", "other", "integer", "thing.call", "value"])
    for _ in 0..<8 where !expression.reader.isEmpty {
        let call = calls[expression.reader.below(calls.count)]
        let script = "\(Expression.preamble) return \(call)(\(expression.values(atMost: 6)))"
        do {
            try lua.run(script, name: "call.lua")
        } catch let error as LuaError {
            let isTold = error.code != .argument || error.message.hasPrefix("bad argument ")
            // A Swift function that Swift calls is not called by a line of a script.
            let isLocated = call == "apply" || error.location?.file == "call.lua"
            try expect(isTold && isLocated, "\(error.code) \(error)")
        }
    }
    try expectToGoOn(lua)
}

/// A type with members.
private final class Thing: Convertible, Sendable {
    static func read(from reader: ValueReader) throws -> Thing {
        let object = try reader.object()
        guard let thing = object as? Thing else { throw reader.mismatch(type: Thing.self, found: object) }
        return thing
    }

    func write(to writer: ValueWriter) throws { try writer.write(object: self) }

    static var shape: ValueShape { .object("Thing") }
}

/// Another type.
private final class Other: Convertible, Sendable {
    static func read(from reader: ValueReader) throws -> Other { throw reader.mismatch(type: Other.self) }

    func write(to writer: ValueWriter) throws { try writer.write(object: self) }

    static var shape: ValueShape { .object("Other") }
}

private func setUp(_ lua: Interpreter) throws {
    var hostClass = HostClass(name: "Thing")
    hostClass.methods["call"] = HostFunction("call") { (_: Thing, count: Int, rest: [String]?) in
        count &+ (rest?.count ?? 0)
    }
    hostClass.getters["size"] = HostFunction("size") { (_: Thing) in 7 }
    hostClass.setters["size"] = HostFunction("size") { (_: Thing, size: UInt8) in }
    lua.register(hostClass, for: ObjectIdentifier(Thing.self))
    try lua.setGlobal("thing", to: Thing())
    try lua.setGlobal("other", to: Other())
    try lua.setGlobal("value", to: ["list": [1, 2.5, nil], "text": "x"] as PlainValue)
    try lua.setGlobal("none", to: HostFunction("none") { 1 })
    try lua.setGlobal("integer", to: HostFunction("integer") { (n: Int) in n })
    try lua.setGlobal("small", to: HostFunction("small") { (n: Int8, m: UInt16) in Int(n) + Int(m) })
    try lua.setGlobal("text", to: HostFunction("text") { (s: String) in s + s })
    try lua.setGlobal("maybe", to: HostFunction("maybe") { (n: Double?, b: Bool?) in n ?? (b == true ? 1 : 0) })
    try lua.setGlobal("lists", to: HostFunction("lists") { (l: [Int], m: [String: [Double]]) in l + [m.count] })
    try lua.setGlobal("both", to: HostFunction("both") { (v: PlainValue, t: Thing) in t })
    let many = HostFunction("many") { (a: Int?, b: String?, c: PlainValue, d: [PlainValue]?, e: Thing?) in
        [a.map { PlainValue.integer(Int64($0)) } ?? nil, c]
    }
    try lua.setGlobal("many", to: many)
    try lua.setGlobal("callback", to: HostFunction("callback") { (f: LuaFunction) in f })
    try lua.setGlobal(
        "apply", to: HostFunction("apply") { (f: LuaFunction, v: PlainValue) in try f.call(v, as: PlainValue.self) })
}
