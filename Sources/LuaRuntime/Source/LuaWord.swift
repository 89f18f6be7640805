/// A keyword of Lua.
package enum LuaWord: String {
    case and, `break`, `do`, `else`, elseif, end, `false`, `for`, function, goto, `if`, `in`
    case local, `nil`, not, or, `repeat`, `return`, then, `true`, until, `while`

    package init?(_ token: Tokenizer.Token, in bytes: UnsafeBufferPointer<UInt8>) {
        guard token.kind == .name, (2...8).contains(token.range.count) else { return nil }
        self.init(rawValue: String(decoding: bytes[token.range], as: UTF8.self))
    }

    /// Whether the keyword begins a block that `end` or `until` closes; `for` and `while` have a `do`.
    var opensBlock: Bool { self == .if || self == .do || self == .repeat || self == .function }

    var closesBlock: Bool { self == .end || self == .until }

    /// Whether the keyword ends a part of a block, and with it the results that it returns.
    var endsPart: Bool { self == .else || self == .elseif }
}
