import LuaRuntime

/// The message of Lua for a script that it cannot parse: `'}' expected (to close '{' at line 2) near 'args'`.
struct SyntaxError {
    /// What Lua expected, or what it calls the mistake.
    let complaint: String
    /// The token at which it stopped, as the message shows it.
    let token: String
    let line: Int
    /// The line of the bracket that is still open, when it is another one.
    let openingLine: Int

    /// Nil for an error of another kind, and for one whose message is incomplete.
    init?(_ error: LuaError) {
        guard error.code == .syntax, let line = error.location?.line, error.message.utf8.count < Self.longest else {
            return nil
        }
        self.init(message: error.message, line: line)
    }

    init?(message: String, line: Int) {
        // What Lua expected does not contain the word; the token may.
        let near = message.firstRange(of: Self.near)
        complaint = String(message[..<(near?.lowerBound ?? message.endIndex)])
        // A zero byte is no token that Lua shows.
        let shown = near.map { message[$0.upperBound...] } ?? "'<\\0>'"
        self.line = line
        if shown == "<eof>" {
            token = Self.end
        } else {
            guard shown.count > 2, shown.first == "'", shown.last == "'" else { return nil }
            token = String(shown.dropFirst().dropLast())
        }
        openingLine = Self.openingLine(complaint) ?? line
    }

    func expects(_ sign: String) -> Bool { complaint.hasPrefix("\(sign) expected") }

    var isAtEnd: Bool { token == Self.end }

    /// Whether it is a string that extends to the end of the source.
    var isStringAtEnd: Bool { complaint == "unfinished string" && isAtEnd }

    private static let near = " near "
    private static let end = "<eof>"
    /// Of longer messages the middle is left out.
    private static let longest = 4000

    private static func openingLine(_ complaint: String) -> Int? {
        guard complaint.hasSuffix(")"), let line = complaint.firstRange(of: " at line ") else { return nil }
        return Int(complaint[line.upperBound...].dropLast())
    }
}
