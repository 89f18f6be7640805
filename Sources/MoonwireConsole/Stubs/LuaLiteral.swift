import Foundation

extension String {
    /// The string as a literal that every release of Lua and annotations read; some do not support `\u{…}`.
    var luaLiteral: String {
        let bytes = utf8.map { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x7F...: String(format: "\\%03d", byte)
            default: String(UnicodeScalar(byte))
            }
        }
        return "\"\(bytes.joined())\""
    }
}
