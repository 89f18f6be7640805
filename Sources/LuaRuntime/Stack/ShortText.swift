internal import CLuaShim

/// Strings that hold their text in themselves: at most fifteen bytes of ASCII.
///
/// The standard library takes a hundred instructions to make one, which is more than a script's text costs otherwise; putting the
/// bytes where it keeps them takes ten. Whether it does keep them there is found out once.
enum ShortText {
    /// Nil when the text is another one. Only where strings are known to look so.
    @inline(__always) static func string(_ bytes: UnsafePointer<CChar>, _ length: Int) -> String? {
        guard length <= longest else { return nil }
        let text = mw_make_short_string(bytes, length)
        return mw_is_ascii(text) ? string(text, length) : nil
    }

    private static let longest = 15

    /// Moves the words into a string; a cast would count the text that it may refer to.
    @inline(__always) private static func string(_ text: mw_short_string, _ length: Int) -> String {
        var words = (text.low, text.high | mark(length))
        return _withUnprotectedUnsafeMutablePointer(to: &words) {
            $0.withMemoryRebound(to: String.self, capacity: 1) { $0.move() }
        }
    }

    /// What stands in the last byte: that the text lies here, is ASCII, and how long it is.
    @inline(__always) private static func mark(_ length: Int) -> UInt64 { (0xE0 | UInt64(length)) << 56 }

    /// Whether the library's own strings of each length look the same; without that there are none of ours.
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
