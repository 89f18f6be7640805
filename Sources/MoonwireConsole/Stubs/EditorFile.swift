import Foundation

/// A file that `stubs` writes, and that it replaces only if it wrote the file itself.
struct EditorFile {
    /// The text that identifies the files of the command.
    static let mark = "-- Written by `moonwire stubs`; it writes over this file."

    enum Outcome {
        case written
        case unchanged
        /// The command did not write the file, which is left unchanged.
        case foreign
    }

    let name: String
    let text: String
    /// What each file that the command wrote contains; nil if one with another text is not known to be its own.
    var ownMark: String? = Self.mark

    func write(to folder: String) throws -> Outcome {
        let path = folder + "/" + name
        if FileManager.default.fileExists(atPath: path) {
            guard let former = FileManager.default.contents(atPath: path) else { return .foreign }
            if former == Data(text.utf8) { return .unchanged }
            guard let ownMark, former.range(of: Data(ownMark.utf8)) != nil else { return .foreign }
        }
        try Destination.createFolder(of: path)
        try Destination.replace(path, with: text)
        return .written
    }

    /// The settings of language servers for the scripts in the same folder.
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
            ownMark: nil)
    }
}
