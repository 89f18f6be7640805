import Moonwire

/// The names of the script language as luacheck reads them: a standard that knows nothing else.
struct LuacheckStandard {
    private let globals: ScriptGlobals

    init(_ globals: ScriptGlobals) {
        self.globals = globals
    }

    /// A `.luacheckrc`.
    var text: String {
        """
        \(EditorFile.mark)
        stds.moonwire = {
            read_globals = {
        \(globals.fields.keys.sorted().map(entry).joined(separator: "\n"))
            },
        }
        std = "moonwire"
        -- Names are what it is for; functions get arguments that not every one needs.
        max_line_length = false
        unused_args = false

        """
    }

    private func entry(_ name: String) -> String {
        let fields = globals.fields[name] ?? []
        if fields.isEmpty { return "        \(name) = {}," }
        let list = fields.sorted().map { "\($0) = {}" }.joined(separator: ", ")
        return "        \(name) = { fields = { \(list) } },"
    }
}
