import LuaRuntime
import MoonwireValues

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value that Swift writes is read back unchanged; a value of a script is converted to any type, or is a conversion error.
func convertValues(_ bytes: [UInt8]) throws {
    let lua = try Interpreter(limits: .init(instructions: 1_000_000, memory: 16 << 20), output: { _ in })
    var reader = ByteReader(bytes)
    let value = plainValue(&reader)
    try lua.setGlobal("value", to: value)
    let back = try lua.evaluate("return value", name: "value.lua", as: PlainValue.self)
    try expect(back == crossed(value), "\(value) came back as \(back)")

    try crossWhole((0..<reader.below(40)).map { _ in reader.integer() }, lua)
    try crossWhole((0..<reader.below(40)).map { _ in reader.number() }.filter { !$0.isNaN }, lua)
    try crossWhole((0..<reader.below(40)).map { _ in String(decoding: reader.text(), as: UTF8.self) }, lua)

    var expression = Expression(bytes, names: ["value", "cycle", "shared"])
    let script = """
        \(Expression.preamble)
        cycle = {} cycle.inside = { cycle }
        shared = { value, value }
        made = \(expression.value())
        """
    try lua.run(script, name: "made.lua")
    try read(Bool.self, lua)
    try read(Int8.self, lua)
    try read(UInt64.self, lua)
    try read(Float.self, lua)
    try read(String?.self, lua)
    try read(Data.self, lua)
    try read([Int].self, lua)
    try read([Double].self, lua)
    try read([String].self, lua)
    try read([[Int]?].self, lua)
    try read([[Double?]].self, lua)
    try read([String: Int].self, lua)
    try read([Int: [String: PlainValue]].self, lua)
    try read(LuaFunction.self, lua)
    if let value = try read(PlainValue.self, lua) {
        try lua.setGlobal("again", to: value)
        let back = try lua.evaluate("return again", name: "value.lua", as: PlainValue.self)
        try expect(comparable(back) == comparable(value), "\(value) came back as \(back)")
    }
    try expectToGoOn(lua)
}

/// Lists of one type may be converted as a whole.
private func crossWhole<T: Convertible & Equatable>(_ list: [T], _ lua: Interpreter) throws {
    try lua.setGlobal("list", to: list)
    let back = try lua.evaluate("return list", name: "list.lua", as: [T].self)
    try expect(back == list, "\(list) came back as \(back)")
}

@discardableResult private func read<T: Convertible>(_ type: T.Type, _ lua: Interpreter) throws -> T? {
    do {
        return try lua.evaluate("return made", name: "read.lua", as: type)
    } catch let error as LuaError where error.code == .conversion {
        let isTold = error.message.hasPrefix("bad result: ") && error.location?.file == "read.lua"
        try expect(isTold, "\(error)")
        return nil
    } catch let error as LuaError where error.code == .budget {
        return nil
    }
}

private func plainValue(_ reader: inout ByteReader, depth: Int = 0) -> PlainValue {
    switch reader.below(depth < 6 && !reader.isEmpty ? 8 : 6) {
    case 0: return .null
    case 1: return .boolean(reader.choice(true, false))
    case 2: return .integer(reader.integer())
    case 3:
        let number = reader.number()
        return .number(number.isNaN ? 0 : number)
    case 4: return .text(String(decoding: reader.text(), as: UTF8.self))
    case 5: return .data(Data(reader.text()))
    case 6: return .list((0..<reader.below(6)).map { _ in plainValue(&reader, depth: depth + 1) })
    default:
        let entries = (0..<reader.below(6)).map { _ in
            let key = String(decoding: reader.text(), as: UTF8.self)
            return (key, plainValue(&reader, depth: depth + 1))
        }
        return .map(Dictionary(entries, uniquingKeysWith: { first, _ in first }))
    }
}

/// Values that Lua cannot distinguish: bytes and strings.
private func crossed(_ value: PlainValue) -> PlainValue {
    switch value {
    case .data(let bytes): String(validating: bytes, as: UTF8.self).map(PlainValue.text) ?? value
    case .list(let elements): .list(elements.map(crossed))
    case .map(let entries): .map(entries.mapValues(crossed))
    default: value
    }
}

/// The value with NaN replaced by a string, so that it equals itself.
private func comparable(_ value: PlainValue) -> PlainValue {
    switch value {
    case .number(let number): number.isNaN ? .text("not a number") : value
    case .list(let elements): .list(elements.map(comparable))
    case .map(let entries): .map(entries.mapValues(comparable))
    case .table(let entries):
        .table(
            Dictionary(entries.map { (comparable($0.key), comparable($0.value)) }, uniquingKeysWith: { _, _ in .null }))
    default: value
    }
}
