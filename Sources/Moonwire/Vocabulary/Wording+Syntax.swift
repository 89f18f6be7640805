import MoonwireCore
import MoonwireValues

// Hints about scripts that Lua cannot parse; Lua's own message comes first.

extension SyntaxHint {
    /// What to write, or what to look for.
    var sentence: String {
        switch self {
        case .commaAtEnd(let line): "is a comma missing at the end of line \(line)?"
        case .commaBefore(let token): "is a comma missing before `\(token)`?"
        case .brace(let line): "is a `}` missing for the `{` on line \(line)?"
        case .colonForEquals(let key): "write `\(key) = …`: a key is followed by `=`, not by `:`"
        case .key(let written): "write `\(written)` for this key"
        case .keywordAsKey(let word): "\"\(word)\" is a keyword of Lua: write `[\"\(word)\"] = …`"
        case .keywordAsField(let word, let owner): "\"\(word)\" is a keyword of Lua: write `\(owner)[\"\(word)\"]`"
        case .stringWithoutEnd(let line):
            "is a quote missing on line \(line)? A string ends on the line on which it begins"
        case .quoteBefore(let token): "is a quote missing before `\(token)`?"
        case .quoteOnLine(let line): "is a quote missing on line \(line)?"
        case .curlyQuote(let quote, let plain): "\(quote) is not a quote of Lua: write \(plain)"
        case .character(let character, let plain):
            "the character \(character.shown) is allowed only in strings and comments"
                + (plain.map { ": write `\($0)`" } ?? "")
        case .zeroByte: "the file contains zero bytes; if it is UTF-16, save it as UTF-8"
        case .unquotedName(let word, let name): "write `\(word) \"\(name)\"`, with quotes"
        case .assignedCall(let call): "leave out the `=` after `\(call)`"
        case .comment(let sign): "a comment begins with `--`, not with `\(sign)`"
        case .division: "`//` is a division; a comment begins with `--`"
        case .sign(let wrong, let right): "write `\(right)` instead of `\(wrong)`"
        case .backslash: "write `\\\\` for a backslash"
        case .backtick: "write strings in double quotes, or between `[[` and `]]`"
        case .brackets: "write lists in braces: `{ …, … }`"
        case .json: "this looks like JSON; a script is written in Lua: `service \"id\" { type = \"Type\" }`"
        }
    }
}

extension Unicode.Scalar {
    /// The character with its number; of one that cannot be seen, the number alone.
    fileprivate var shown: String {
        let number = "U+" + String(value, radix: 16, uppercase: true).leftPadded
        switch properties.generalCategory {
        case .format, .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
            .nonspacingMark:
            return number
        default: return "\(self) (\(number))"
        }
    }
}

extension String {
    fileprivate var leftPadded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
