import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// Where a file was looked for that does not exist, and the files there with the nearest names.
struct MissingFile {
    /// The folder, as an absolute path.
    let folder: String
    let isFolderMissing: Bool
    /// The nearest names, as they are written in place of the file's.
    let nearest: [String]

    /// More names are not compared.
    private static let mostNames = 1_000

    /// - Parameters:
    ///   - path: The file, as an absolute path.
    ///   - root: The folder that the file must be in; nil when it may be anywhere.
    ///   - rename: What is written for a file of that name in the same folder.
    init(_ path: String, in root: ConfinedFolder? = nil, rename: (String) -> String) {
        let parent = ScriptRoot.folder(of: path)
        folder = parent.isEmpty ? "/" : parent
        let names = (root ?? (try? ConfinedFolder(folder)))?.names(inFolder: folder, most: Self.mostNames)
        isFolderMissing = names == nil
        let scripts = (names ?? []).filter { $0.hasSuffix(".lua") }.sorted()
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        nearest = Suggestions(among: scripts).nearest(to: name).map(rename)
    }
}
