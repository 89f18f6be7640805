/// A problem with the sources of a site, with its location.
public struct Problem: Error, Sendable, Hashable {
    public let file: String
    /// Counted from one; nil for the whole file.
    public let line: Int?
    /// One sentence, without the location.
    public let message: String
    /// Remedies and suggestions.
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

/// All problems together.
public struct Problems: Error, Sendable, CustomStringConvertible {
    public let all: [Problem]

    public init(_ all: [Problem]) {
        self.all = all
    }

    public var description: String { all.map(\.description).joined(separator: "\n") }
}

extension Array {
    /// The successful results; throws all failures.
    ///
    /// Errors that are not problems of a page come first.
    func values<Success>() throws -> [Success] where Element == Result<Success, any Error> {
        var values: [Success] = []
        var problems: [Problem] = []
        for result in self {
            do {
                values.append(try result.get())
            } catch let problem as Problem {
                problems.append(problem)
            } catch let several as Problems {
                problems += several.all
            }
        }
        guard problems.isEmpty else { throw Problems(problems.withoutRepetitions) }
        return values
    }
}

extension [Problem] {
    /// A problem that many pages share, for the first of them.
    fileprivate var withoutRepetitions: [Problem] {
        var first: [Problem] = []
        var counts: [String: Int] = [:]
        for problem in self {
            if counts[problem.key, default: 0] == 0 { first.append(problem) }
            counts[problem.key, default: 0] += 1
        }
        return first.map { problem in
            let others = (counts[problem.key] ?? 1) - 1
            guard others > 0 else { return problem }
            return Problem(
                problem.message, in: problem.file, line: problem.line,
                hints: problem.hints + [others == 1 ? "and once more" : "and \(others) times more"])
        }
    }
}

extension Problem {
    fileprivate var key: String { "\(file):\(line ?? 0):\(message)" }
}
