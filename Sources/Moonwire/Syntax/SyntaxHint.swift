/// What is probably wrong with a script that Lua cannot parse.
enum SyntaxHint: Equatable {
    /// A comma is missing behind the last value of a line.
    case commaAtEnd(line: Int)
    case commaBefore(String)
    case brace(line: Int)
    /// `type: "Engine"`
    case colonForEquals(key: String)
    /// `"type" = "Engine"`, `mail-port = 25`, `1 = "a"`, and `end = 5`: how the key is written instead.
    case key(written: String)
    case keywordAsKey(String)
    /// `ref.end`
    case keywordAsField(String, of: String)
    case stringWithoutEnd(line: Int)
    case quoteBefore(String)
    case quoteOnLine(Int)
    case curlyQuote(Unicode.Scalar, plain: String)
    /// Any other character that cannot be part of code, and what was probably meant.
    case character(Unicode.Scalar, plain: String?)
    case zeroByte
    /// `service mailer {`
    case unquotedName(word: String, name: String)
    /// `service "mailer" = {`
    case assignedCall(String)
    case comment(sign: String)
    /// `//` is a division where it could also begin a comment.
    case division
    case sign(wrong: String, right: String)
    case backslash
    case backtick
    /// `uses = [ref "a"]`
    case brackets
    case json
}
