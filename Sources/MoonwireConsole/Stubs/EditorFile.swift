import Foundation

/// A file that `stubs` writes, and writes over only when it wrote it before.
struct EditorFile {
    /// What tells its own files from others.
    static let mark = "-- Written by `moonwire stubs`; it writes over this file."

    enum Outcome {
        case written
        case unchanged
        /// Somebody else's, which is left alone.
        case foreign
    }

    let name: String
    let text: String
    /// What the file contains when it is one of ours.
    var ownMark = Self.mark

    func write(to folder: String) throws -> Outcome {
        let path = folder + "/" + name
        if FileManager.default.fileExists(atPath: path) {
            guard let former = FileManager.default.contents(atPath: path) else { return .foreign }
            if former == Data(text.utf8) { return .unchanged }
            if former.range(of: Data(ownMark.utf8)) == nil { return .foreign }
        }
        let parent = (path as NSString).deletingLastPathComponent
        // A folder that cannot be created is one that cannot be written to.
        try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Destination.replace(path, with: text)
        return .written
    }

    /// The settings of language servers for the scripts beside them.
    static var settings: EditorFile {
        EditorFile(
            name: ".luarc.json",
            text: """
                {
                  "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
                  "runtime.version": "Lua 5.4",
                  "runtime.builtin": {
                    "debug": "disable",
                    "ffi": "disable",
                    "io": "disable",
                    "jit": "disable",
                    "os": "disable",
                    "package": "disable"
                  },
                  "workspace.library": ["library/moonwire.lua"],
                  "workspace.checkThirdParty": false
                }

                """,
            ownMark: "library/moonwire.lua")
    }
}
