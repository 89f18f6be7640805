import LuaRuntime

/// A comparison of `env` with a string, as in `if env == "dev"`: `env` is a table, so that the strings are never equal.
struct EnvironmentComparison: Sendable {
    /// The string with which `env` is compared.
    let name: String
    let isEquality: Bool
    let line: Int

    /// Every such comparison in a script that does not use `env` as a name of its own.
    static func all(in text: String) -> [EnvironmentComparison] {
        var text = text
        return text.withUTF8 { bytes in
            guard mayCompare(bytes) else { return [] }
            var search = Search(bytes: bytes)
            return search.run()
        }
    }

    /// Whether the text compares anything, and mentions `env` next to that: most scripts do not.
    private static func mayCompare(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = 1
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "="), isComparison(bytes[position - 1]),
                hasEnv(before: position - 1, bytes) || hasEnv(after: position + 1, bytes)
            {
                return true
            }
            position += 1
        }
        return false
    }

    private static func isComparison(_ first: UInt8) -> Bool {
        first == UInt8(ascii: "=") || first == UInt8(ascii: "~")
    }

    private static func hasEnv(before end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let name = bytes[..<end].reversed().drop { $0 == UInt8(ascii: " ") }.prefix(3)
        return name.elementsEqual("vne".utf8)
    }

    private static func hasEnv(after start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[start...].drop { $0 == UInt8(ascii: " ") }.starts(with: "env".utf8)
    }

    private struct Search {
        let bytes: UnsafeBufferPointer<UInt8>
        private var before = TokenWindow()
        private var found: [EnvironmentComparison] = []

        init(bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
        }

        mutating func run() -> [EnvironmentComparison] {
            var tokenizer = Tokenizer(bytes)
            while let token = tokenizer.next() {
                if isEnv(before.first), !isField(before.second), !isUse(token), !isOperand(before.second) { return [] }
                if let comparison = comparison(endingWith: token) { found.append(comparison) }
                before.add(token)
            }
            return found
        }

        private func isEnv(_ token: Tokenizer.Token?) -> Bool {
            guard let token, token.kind == .name else { return false }
            return bytes[token.range].elementsEqual("env".utf8)
        }

        /// Whether what follows is a member of something else.
        private func isField(_ token: Tokenizer.Token?) -> Bool {
            guard let token else { return false }
            return token.isSymbol(".") || token.isSymbol(":")
        }

        /// Whether what follows `env` reads a field of it, or compares it: an assignment or a declaration does not.
        private func isUse(_ token: Tokenizer.Token) -> Bool {
            token.isSymbol(".") || token.isSymbol("[") || isComparison(token)
        }

        /// Whether what stands before `env` compares it.
        private func isOperand(_ token: Tokenizer.Token?) -> Bool { token.map(isComparison) ?? false }

        private func isComparison(_ token: Tokenizer.Token) -> Bool {
            guard token.kind == .symbol, token.range.count == 2 else { return false }
            return bytes[token.range].elementsEqual("==".utf8) || bytes[token.range].elementsEqual("~=".utf8)
        }

        private func comparison(endingWith token: Tokenizer.Token) -> EnvironmentComparison? {
            guard let sign = before.first, isComparison(sign), let former = before.second else { return nil }
            let string: Tokenizer.Token
            if token.kind == .text, isEnv(former), !isField(before.third) {
                string = token
            } else if former.kind == .text, isEnv(token) {
                string = former
            } else {
                return nil
            }
            return EnvironmentComparison(
                name: String(decoding: bytes[string.range].prefix(80), as: UTF8.self),
                isEquality: bytes[sign.range.lowerBound] == UInt8(ascii: "="), line: token.line)
        }
    }
}
