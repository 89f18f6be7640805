/// The text of a file as Lua reads it.
///
/// Like Lua for files, it omits a byte order mark and a first line for the shell; like Lua for all source, it treats every kind of
/// line ending as a newline, so that line numbers agree.
package struct ScriptText {
    package let source: String

    package init(_ text: String) {
        var text = text
        source =
            text.withUTF8 { bytes in
                let start = Self.start(of: bytes)
                guard start > 0 || Self.hasCarriageReturn(bytes) else { return nil }
                return Self.normalized(bytes[start...])
            } ?? text
    }

    /// The lines with Lua's numbers, from the first on.
    package var lines: [Substring] {
        // By bytes: as a character, a newline may be combined with the following one.
        source.utf8.split(separator: Self.newline, omittingEmptySubsequences: false).map { Substring($0) }
    }

    private static let carriageReturn = UInt8(ascii: "\r")
    private static let newline = UInt8(ascii: "\n")
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func hasCarriageReturn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Searches the bytes of the buffer only.
        bytes.baseAddress.map { memchr($0, Int32(carriageReturn), bytes.count) != nil } ?? false
    }

    private static func start(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let start = bytes.starts(with: mark) ? mark.count : 0
        guard start < bytes.count, bytes[start] == UInt8(ascii: "#") else { return start }
        return bytes[start...].firstIndex { $0 == newline || $0 == carriageReturn } ?? bytes.count
    }

    private static func normalized(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            guard byte == newline || byte == carriageReturn else {
                lines.append(byte)
                continue
            }
            lines.append(newline)
            // The second character of the same line ending.
            if position < bytes.endIndex, bytes[position] != byte,
                bytes[position] == newline || bytes[position] == carriageReturn
            {
                position += 1
            }
        }
        return String(decoding: lines, as: UTF8.self)
    }
}
