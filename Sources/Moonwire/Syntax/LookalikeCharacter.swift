/// Characters that look like those of Lua, or like nothing at all.
enum LookalikeCharacter {
    private static let doubleQuotes: Set<Unicode.Scalar> = ["“", "”", "„", "‟", "«", "»", "＂"]
    private static let singleQuotes: Set<Unicode.Scalar> = ["‘", "’", "‚", "‛", "‹", "›", "´", "＇"]
    private static let dashes: Set<Unicode.Scalar> = ["‐", "‑", "‒", "–", "—", "−", "－"]
    private static let others: [Unicode.Scalar: String] = [
        "：": ":", "；": ";", "，": ",", "、": ",", "＝": "=", "（": "(", "）": ")", "｛": "{", "｝": "}", "［": "[", "］": "]",
    ]

    static func isCurlyQuote(_ scalar: Unicode.Scalar) -> Bool {
        doubleQuotes.contains(scalar) || singleQuotes.contains(scalar)
    }

    static func hint(for scalar: Unicode.Scalar) -> SyntaxHint {
        if doubleQuotes.contains(scalar) { return .curlyQuote(scalar, plain: "\"") }
        if singleQuotes.contains(scalar) { return .curlyQuote(scalar, plain: "'") }
        if dashes.contains(scalar) { return .character(scalar, plain: "-") }
        return .character(scalar, plain: others[scalar])
    }
}
