extension String {
    /// The string with control characters written as `\u001b`, so that it cannot control a terminal; line feeds and
    /// tabs are kept.
    ///
    /// In JSON, the result means the same as the string.
    package var withVisibleControls: String { escapingControls { $0 == "\n" || $0 == "\t" } }

    /// The same, on one line.
    package var inOneLine: String { escapingControls { _ in false } }

    private func escapingControls(except isKept: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: { $0.isControl && !isKept($0) }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isControl, !isKept(scalar) {
                result += scalar.escapedAsControl
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether a terminal interprets the character: control characters, and those that change the direction of text.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    fileprivate var escapedAsControl: String {
        switch self {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            let digits = String(value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}
