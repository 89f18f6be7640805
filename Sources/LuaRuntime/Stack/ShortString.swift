internal import CLuaShim

/// Strings that are stored without an allocation: at most fifteen bytes of ASCII.
///
/// The standard library needs a hundred instructions to create one, which is more than the rest of the conversion. Writing the bytes
/// directly needs ten. Whether the layout is as expected is checked once.
enum ShortString {
    /// Nil for any other string.
    ///
    /// Requires `isKnown`.
    @inline(__always) static func string(_ bytes: UnsafePointer<CChar>, _ length: Int) -> String? {
        guard length <= longest else { return nil }
        let string = mw_make_short_string(bytes, length)
        return mw_is_ascii(string) ? Self.string(string, length) : nil
    }

    private static let longest = 15

    /// Moves the words into a string; a cast would retain the storage that it may refer to.
    @inline(__always) private static func string(_ short: mw_short_string, _ length: Int) -> String {
        var words = (short.low, short.high | mark(length))
        return _withUnprotectedUnsafeMutablePointer(to: &words) {
            $0.withMemoryRebound(to: String.self, capacity: 1) { $0.move() }
        }
    }

    /// The last byte: the string is stored here, is ASCII, and has that length.
    @inline(__always) private static func mark(_ length: Int) -> UInt64 { (0xE0 | UInt64(length)) << 56 }

    /// Whether strings of the standard library of each length have the same layout.
    static let isKnown =
        MemoryLayout<String>.size == 16
        && (0...longest).allSatisfy { length in
            let text = String("}azAZ09 ~!\t[+_?".prefix(length))
            let words = unsafeBitCast(text, to: (UInt64, UInt64).self)
            return text.utf8CString.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return false }
                let ours = mw_make_short_string(start, length)
                return words == (ours.low, ours.high | mark(length))
            }
        }
}
