import Foundation

/// The root folder of the repository.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

/// The README, or a guide in the folder `Documentation`.
struct Guide {
    /// The lines between two fences.
    struct Block {
        let language: Substring
        let lines: [String]
    }

    private let file: URL
    private let text: String

    init(_ name: String) throws {
        file = repository.appending(path: name == "README" ? "README.md" : "Documentation/\(name).md")
        text = try String(contentsOf: file, encoding: .utf8)
    }

    /// The text with other lines in its blocks.
    func replacingBlocks(_ replace: (Block) throws -> [String]) rethrows -> String {
        var result: [String] = []
        var open: (language: Substring, lines: [String])?
        for line in text.components(separatedBy: "\n") {
            guard line.hasPrefix("```") else {
                if open == nil { result.append(line) } else { open?.lines.append(line) }
                continue
            }
            if let block = open {
                result += try replace(Block(language: block.language, lines: block.lines))
                open = nil
            } else {
                open = (line.dropFirst(3), [])
            }
            result.append(line)
        }
        return result.joined(separator: "\n")
    }

    func write(_ text: String) throws { try text.write(to: file, atomically: true, encoding: .utf8) }
}
