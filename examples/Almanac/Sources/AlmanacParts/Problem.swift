/// Something wrong with what a site is made from, with the place that it concerns.
public struct Problem: Error, Sendable, Hashable {
    public let file: String
    /// Counted from one; nil when the whole file is meant.
    public let line: Int?
    /// One sentence, without the place.
    public let message: String
    /// What else helps: remedies, and what was perhaps meant.
    public let hints: [String]

    public init(_ message: String, in file: String, line: Int? = nil, hints: [String] = []) {
        self.file = file
        self.line = line
        self.message = message
        self.hints = hints
    }
}

extension Problem: CustomStringConvertible {
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return (["\(place): \(message)"] + hints.map { "    \($0)" }).joined(separator: "\n")
    }
}

/// All that is wrong, at once.
public struct Problems: Error, Sendable, CustomStringConvertible {
    public let all: [Problem]

    public init(_ all: [Problem]) {
        self.all = all
    }

    public var description: String { all.map(\.description).joined(separator: "\n") }
}

extension [Result<Void, any Error>] {
    /// Throws everything that failed; what is no problem of a page comes first, as it is.
    func check() throws {
        var problems: [Problem] = []
        for case .failure(let error) in self {
            switch error {
            case let problem as Problem: problems.append(problem)
            case let several as Problems: problems += several.all
            default: throw error
            }
        }
        guard problems.isEmpty else { throw Problems(problems) }
    }
}
