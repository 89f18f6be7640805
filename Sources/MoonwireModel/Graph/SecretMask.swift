import MoonwireValues

/// Takes the values of secret variables out of messages, whichever way they got there.
///
/// A secret is recognized in upper and lower case, and so is each part of it of at least eight letters. One that is shorter
/// is recognized as a whole, and only as a word if the application set it: tests set passwords such as "test".
package struct SecretMask {
    /// What stands where a secret was.
    static let mask = "***"

    /// The parts by which secrets are recognized.
    private var parts: [Int: LetterWindows] = [:]
    /// Those that are recognized as words only.
    private var words: [Int: LetterWindows] = [:]

    /// Secrets this short are in every other word; to mask them would tell more than to leave them.
    private static let shortest = 3
    private static let longestPart = 8

    /// The secrets that definitions and parameters name, with the values they have now.
    ///
    /// - Parameter settings: What the application set in place of secrets, besides what the graph says.
    package init(_ graph: DefinitionGraph, _ settings: [String] = []) {
        self.init(graph.secretTexts, settings: graph.parameters.secretTexts + settings)
    }

    /// - Parameter variables: The values of the environment that are secrets.
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
        // Where values read as in scripts, some letters are written in another way.
        for text in [secret, secret.escaped] {
            let letters = text.foldedLetters
            let length = min(letters.count, longestPart)
            parts[length, default: LetterWindows(length: length)].insert(letters)
        }
    }

    private var isEmpty: Bool { parts.isEmpty && words.isEmpty }

    /// The same error, its messages without secrets; the underlying error stays as it was thrown.
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

/// All parts of one length that some texts have, known by their hashes.
private struct LetterWindows {
    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

    private let length: Int
    /// What the first letter of a part counts once the next letter after it is added.
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

    /// Marks the letters that belong to a known part; `hidden` stays empty when there are none.
    func mark(in letters: [UInt64], _ hidden: inout [Bool], asWords: Bool = false) {
        var end = 0
        visit(letters) { start, hash in
            guard hashes.contains(hash), !asWords || isWord(from: start, in: letters) else { return }
            if hidden.isEmpty { hidden = Array(repeating: false, count: letters.count) }
            // Parts overlap: each letter is marked once.
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
