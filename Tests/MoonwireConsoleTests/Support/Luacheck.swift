import Foundation
import Testing

/// luacheck, which knows names and nothing of texts.
enum Luacheck {
    static let path = installedProgram("luacheck")

    /// What it has to say of a file, a line each.
    static func marks(in folder: Folder, _ file: String) throws -> [String] {
        try output(of: #require(path), ["--formatter", "plain", "--no-cache", file], in: folder.path)
            .split(separator: "\n").map(String.init)
    }
}
