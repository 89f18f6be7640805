/// The name of a field as annotations want it: one that would be read as the field's visibility stands in brackets, as does
/// what is no name at all.
func fieldName(_ name: String) -> String {
    ["public", "protected", "private", "package"].contains(name) || !isName(name) ? "[\(name.luaLiteral)]" : name
}

/// Whether Lua reads the text as a name, reserved words among them.
func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !UInt8.digits.contains(first) else { return false }
    return text.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || UInt8.digits.contains($0) || UInt8.letters.contains($0 | 0x20)
    }
}

extension UInt8 {
    fileprivate static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    fileprivate static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
}
