import LuaRuntime
import Moonwire
import RawLua

/// A thousand values in each direction, objects, and fresh interpreters, compared to handwritten C.
func bridgeValueRows() throws -> [Row] {
    let lua = try Interpreter(limits: .init(instructions: 1_000_000_000_000))
    try lua.expose(Parcel.exposure)
    return try [
        integersToLua(lua), integersToSwift(lua), textsToLua(lua), textsToSwift(lua), objectsFirst(lua),
        objectsAgain(lua), freshInterpreters(),
    ].flatMap(\.self)
}

private struct Failure: Error {}

private let measure = "return function(values) return #values end"

private func integersToLua(_ lua: Interpreter) throws -> [Row] {
    let numbers = Array(1...1000)
    let function = try lua.evaluate(measure, name: "take.lua", as: LuaFunction.self)
    let rawNumbers = numbers.map(Int64.init)
    return try rowsBesideC("1,000 integers, Swift to Lua", bar: 1.5, measure) { operations in
        for _ in 0..<operations {
            guard try function.call(numbers, as: Int.self) == 1000 else { throw Failure() }
        }
    } baseline: { state, operations in
        for _ in 0..<operations {
            guard raw_lua_take_integers(state.raw, rawNumbers, 1000), raw_lua_result(state.raw) == 1000 else {
                throw Failure()
            }
        }
    }
}

private func integersToSwift(_ lua: Interpreter) throws -> [Row] {
    let text = "local t = {} for i = 1, 1000 do t[i] = i end return function() return t end"
    let function = try lua.evaluate(text, name: "give.lua", as: LuaFunction.self)
    return try rowsBesideC("1,000 integers, Lua to Swift", bar: 1.5, text) { operations in
        for _ in 0..<operations {
            guard try function.call(as: [Int].self).last == 1000 else { throw Failure() }
        }
    } baseline: { state, operations in
        for _ in 0..<operations {
            guard raw_lua_give_integers(state.raw), raw_lua_result(state.raw) == 1000 else { throw Failure() }
        }
    }
}

private func textsToLua(_ lua: Interpreter) throws -> [Row] {
    let texts = (1...1000).map { "text \($0)" }
    let function = try lua.evaluate(measure, name: "take.lua", as: LuaFunction.self)
    let rawTexts = RawTexts(texts)
    return try rowsBesideC("1,000 texts, Swift to Lua", bar: 2, measure) { operations in
        for _ in 0..<operations {
            guard try function.call(texts, as: Int.self) == 1000 else { throw Failure() }
        }
    } baseline: { state, operations in
        for _ in 0..<operations {
            guard raw_lua_take_texts(state.raw, rawTexts.pointers, 1000), raw_lua_result(state.raw) == 1000 else {
                throw Failure()
            }
        }
    }
}

private func textsToSwift(_ lua: Interpreter) throws -> [Row] {
    let text = "local t = {} for i = 1, 1000 do t[i] = 'text ' .. i end return function() return t end"
    let function = try lua.evaluate(text, name: "give.lua", as: LuaFunction.self)
    return try rowsBesideC("1,000 texts, Lua to Swift", bar: 2, text) { operations in
        for _ in 0..<operations {
            guard try function.call(as: [String].self).count == 1000 else { throw Failure() }
        }
    } baseline: { state, operations in
        for _ in 0..<operations {
            guard raw_lua_give_texts(state.raw), raw_lua_result(state.raw) == 1000 else { throw Failure() }
        }
    }
}

private func objectsFirst(_ lua: Interpreter) throws -> [Row] {
    let text = "return function(object) end"
    let function = try lua.evaluate(text, name: "object.lua", as: LuaFunction.self)
    return try rowsBesideC("an object handed over the first time", bar: 3, text) { operations in
        for _ in 0..<operations { try function.call(Parcel()) }
    } baseline: { state, operations in
        guard raw_lua_take_objects(state.raw, Int64(operations)) else { throw Failure() }
    }
}

private func objectsAgain(_ lua: Interpreter) throws -> [Row] {
    let text = "return function(object) end"
    let function = try lua.evaluate(text, name: "object.lua", as: LuaFunction.self)
    let parcel = Parcel()
    try lua.setGlobal("parcel", to: parcel)
    return try rowsBesideC("an object handed over again", bar: 1, text) { operations in
        for _ in 0..<operations { try function.call(parcel) }
    } baseline: { state, operations in
        guard raw_lua_take_objects(state.raw, Int64(operations)) else { throw Failure() }
    }
}

private func freshInterpreters() throws -> [Row] {
    try rowsBesideC("a fresh interpreter with its libraries", bar: 2) { operations in
        for _ in 0..<operations { _ = try Interpreter() }
    } baseline: { hookInterval in
        { operations in
            for _ in 0..<operations {
                guard raw_lua_open_and_close(hookInterval) else { throw Failure() }
            }
        }
    }
}

private final class Parcel: Exposed, Sendable {
    static let exposure = Exposure(Parcel.self) {
        Property("weight") { (_: Parcel) in 1 }
    }
}

/// Strings for C.
private final class RawTexts {
    let pointers: [UnsafePointer<CChar>?]
    private let copies: [UnsafeMutablePointer<CChar>]

    init(_ texts: [String]) {
        copies = texts.map { text in
            let bytes = Array(text.utf8CString)
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            copy.initialize(from: bytes, count: bytes.count)
            return copy
        }
        pointers = copies.map { UnsafePointer($0) }
    }

    deinit {
        for copy in copies { copy.deallocate() }
    }
}
