import MoonwireValues

/// Takes the values of secret variables out of messages, whichever way they got there.
///
/// A secret is recognized in upper and lower case, and so is each part of it of at least eight letters. One that is shorter
/// is recognized as a whole.
struct SecretMask {
    /// What stands where a secret was.
    static let mask = "***"

    /// The parts by which secrets are recognized.
    private var parts: [Int: LetterWindows] = [:]

    /// Secrets this short are in every other word; to mask them would tell more than to leave them.
    private static let shortest = 3
    private static let longestPart = 8

    /// The secrets that definitions and parameters name, with the values they have now.
    init(_ graph: DefinitionGraph) {
        for secret in graph.secretNames.compactMap({ graph.variables[$0] }) where secret.count >= Self.shortest {
            // Where values read as in scripts, some letters are written in another way.
            for text in [secret, secret.escaped] {
                let letters = text.foldedLetters
                let length = min(letters.count, Self.longestPart)
                parts[length, default: LetterWindows(length: length)].insert(letters)
            }
        }
    }

    /// The same error, its messages without secrets; the underlying error stays as it was thrown.
    func masked(_ error: ContainerError) -> ContainerError {
        guard !parts.isEmpty else { return error }
        return ContainerError(masked(error.diagnostics), underlying: error.underlying)
    }

    func masked(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        parts.isEmpty ? diagnostics : diagnostics.map(masked)
    }

    private func masked(_ diagnostic: Diagnostic) -> Diagnostic {
        Diagnostic(
            diagnostic.code, masked(diagnostic.message), at: diagnostic.location, severity: diagnostic.severity,
            suggestions: diagnostic.suggestions.map(masked), path: diagnostic.path,
            hints: diagnostic.hints.map(masked))
    }

    func masked(_ text: String) -> String {
        guard !parts.isEmpty else { return text }
        let letters = text.foldedLetters
        var hidden: [Bool] = []
        for windows in parts.values { windows.mark(in: letters, &hidden) }
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
    func mark(in letters: [UInt64], _ hidden: inout [Bool]) {
        var end = 0
        visit(letters) { start, hash in
            guard hashes.contains(hash) else { return }
            if hidden.isEmpty { hidden = Array(repeating: false, count: letters.count) }
            // Parts overlap: each letter is marked once.
            for index in max(start, end)..<(start + length) { hidden[index] = true }
            end = start + length
        }
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
