import MoonwireValues

/// Masks the values of secret variables in messages, whatever their source.
///
/// A secret is recognized in upper and lower case, and so is each part of it of at least eight characters. A shorter one is
/// recognized as a whole, and only as a separate word if the application set it, or a processor returned it: tests set
/// passwords such as "test", and a part of a connection string may be "log".
package struct SecretMask {
    /// The replacement of a secret.
    package static let mask = "***"

    /// The parts by which secrets are recognized.
    private var parts: [Int: LetterWindows] = [:]
    /// Those that are recognized only as separate words.
    private var words: [Int: LetterWindows] = [:]

    /// Secrets this short occur in many words; masking them would reveal more than leaving them.
    private static let shortest = 3
    private static let longestPart = 8

    /// The secrets that definitions and parameters name, with their current values.
    ///
    /// `settings` are values that the application set for secrets, in addition to those of the graph.
    package init(_ graph: DefinitionGraph, _ settings: [String] = []) {
        self.init(
            graph.secretTexts, settings: graph.parameters.secretTexts + graph.derivedSecretTexts + settings)
    }

    /// Creates a mask from the values of secret variables, and from settings of the application and what processors returned.
    package init(_ variables: [String], settings: [String]) {
        for secret in variables { Self.insert(secret, into: &parts) }
        for secret in settings {
            if secret.count < Self.longestPart {
                Self.insert(secret, into: &words)
            } else {
                Self.insert(secret, into: &parts)
            }
        }
    }

    private static func insert(_ secret: String, into parts: inout [Int: LetterWindows]) {
        guard secret.count >= shortest else { return }
        // Where values are written as in scripts, some characters are escaped; `%env(base64:KEY)%` decodes one.
        for text in [secret, secret.escaped, secret.decodedBase64].compactMap(\.self) {
            let letters = text.foldedLetters
            let length = min(letters.count, longestPart)
            parts[length, default: LetterWindows(length: length)].insert(letters)
        }
    }

    private var isEmpty: Bool { parts.isEmpty && words.isEmpty }

    /// The same error with secrets masked in its messages; the underlying error is not changed.
    package func masked(_ error: ContainerError) -> ContainerError {
        guard !isEmpty else { return error }
        return ContainerError(masked(error.diagnostics), underlying: error.underlying)
    }

    package func masked(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        isEmpty ? diagnostics : diagnostics.map(masked)
    }

    private func masked(_ diagnostic: Diagnostic) -> Diagnostic {
        Diagnostic(
            diagnostic.code, masked(diagnostic.message), at: diagnostic.location, severity: diagnostic.severity,
            suggestions: diagnostic.suggestions.map(masked), path: diagnostic.path,
            hints: diagnostic.hints.map(masked))
    }

    package func masked(_ text: String) -> String {
        guard !isEmpty else { return text }
        let letters = text.foldedLetters
        var hidden: [Bool] = []
        for windows in parts.values { windows.mark(in: letters, &hidden) }
        for windows in words.values { windows.mark(in: letters, &hidden, asWords: true) }
        guard !hidden.isEmpty else { return text }
        var result = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if !hidden[index] {
                result.unicodeScalars.append(scalar)
            } else if index == 0 || !hidden[index - 1] {
                result += Self.mask
            }
        }
        return result
    }
}

/// All parts of one length of some strings, identified by their hashes.
private struct LetterWindows {
    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

    private let length: Int
    /// The factor of a part's first character after the next one is added.
    private let weight: UInt64
    private var hashes: Set<UInt64> = []

    init(length: Int) {
        self.length = length
        weight = (0..<length).reduce(1) { weight, _ in weight &* Self.base }
    }

    mutating func insert(_ letters: [UInt64]) {
        var found: [UInt64] = []
        visit(letters) { _, hash in found.append(hash) }
        hashes.formUnion(found)
    }

    /// Marks the characters that belong to a known part; `hidden` stays empty if there are none.
    func mark(in letters: [UInt64], _ hidden: inout [Bool], asWords: Bool = false) {
        var end = 0
        visit(letters) { start, hash in
            guard hashes.contains(hash), !asWords || isWord(from: start, in: letters) else { return }
            if hidden.isEmpty { hidden = Array(repeating: false, count: letters.count) }
            // Parts overlap: each character is marked once.
            for index in max(start, end)..<(start + length) { hidden[index] = true }
            end = start + length
        }
    }

    private func isWord(from start: Int, in letters: [UInt64]) -> Bool {
        let end = start + length
        return (start == 0 || !Self.isLetterOrDigit(letters[start - 1]))
            && (end == letters.count || !Self.isLetterOrDigit(letters[end]))
    }

    private static func isLetterOrDigit(_ letter: UInt64) -> Bool {
        Unicode.Scalar(UInt32(letter))?.properties.isAlphabetic == true || (48...57).contains(letter)
    }

    private func visit(_ letters: [UInt64], _ body: (Int, UInt64) -> Void) {
        var hash: UInt64 = 0
        for (index, letter) in letters.enumerated() {
            hash = hash &* Self.base &+ letter
            if index >= length { hash = hash &- letters[index - length] &* weight }
            if index >= length - 1 { body(index - length + 1, hash) }
        }
    }
}

extension String {
    /// A number for each scalar, the same in upper and lower case.
    fileprivate var foldedLetters: [UInt64] {
        unicodeScalars.map { scalar in
            if scalar.isASCII {
                let isUpper = (UInt32(65)...90).contains(scalar.value)
                return UInt64(isUpper ? scalar.value + 32 : scalar.value)
            }
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            return UInt64(lower.count == 1 ? lower.first?.value ?? scalar.value : scalar.value)
        }
    }
}
