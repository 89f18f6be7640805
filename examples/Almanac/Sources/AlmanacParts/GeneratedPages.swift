import Foundation

/// Pages for measurements: always the same, with headings, lists, tables, code, and links.
public struct GeneratedPages: Sendable {
    private let count: Int

    public init(count: Int) {
        self.count = count
    }

    public func write(to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 1...max(count, 1) {
            try Data(text(number).utf8).write(to: URL(filePath: SitePath.join(folder, name(number))))
        }
    }

    private func name(_ number: Int) -> String { "page-\(number).md" }

    private func text(_ number: Int) -> String {
        let sections = (1...6).map { section(number, $0) }.joined(separator: "\n")
        return """
            ---
            title: Page \(number)
            ---

            # Page \(number)

            "It is one of many," said the page, and went on -- as pages do -- to
            [the next](\(name(number % max(count, 1) + 1))).

            \(sections)
            """
    }

    private func section(_ number: Int, _ section: Int) -> String {
        let words = (0..<60).map { Self.words[(number * 7 + section * 13 + $0 * 5) % Self.words.count] }
        return """
            ## Section \(section)

            \(words.joined(separator: " ")). *Some* of it is **important**, and `some` is code.

            - one \(words[0])
            - another \(words[1])

            | word | number |
            |---|--:|
            | \(words[2]) | \(number) |
            | \(words[3]) | \(section) |

            ```swift
            let \(words[4]) = "\(words[5])"   // number \(number)
            func \(words[6])(_ value: Int) -> Int { value + \(section) }
            ```

            """
    }

    private static let words = [
        "moon", "wire", "almanac", "tide", "season", "harvest", "lantern", "orbit", "night", "meadow", "river", "stone",
        "winter", "summer", "cloud", "field", "market", "journey", "letter", "garden", "window", "harbour", "signal",
    ]
}
