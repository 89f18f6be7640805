import Foundation
import Testing

/// LuaLS, as it checks a folder without an editor.
enum LanguageServer {
    static let path = installedProgram("lua-language-server")

    /// What it marks in the files of a folder, its settings and library among them: file, line, code and message.
    static func marks(in folder: Folder) throws -> [String] {
        let scratch = try Folder()
        let said = try output(
            of: #require(path),
            ["--check=\(folder.path)", "--logpath=\(scratch.file("log"))", "--metapath=\(scratch.file("meta"))"])
        #expect(said.contains("Diagnosis complete"), "\(said)")
        guard let report = FileManager.default.contents(atPath: scratch.file("log/check.json")) else { return [] }
        return try JSONDecoder().decode([String: [Mark]].self, from: report).flatMap { file, marks in
            marks.map {
                "\(URL(filePath: file).lastPathComponent):\($0.range.start.line + 1): \($0.code): \($0.message)"
            }
        }.sorted()
    }

    private struct Mark: Decodable {
        let code: String
        let message: String
        let range: Range

        struct Range: Decodable { let start: Position }
        struct Position: Decodable { let line: Int }
    }
}
