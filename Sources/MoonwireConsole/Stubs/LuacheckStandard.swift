import Moonwire
import MoonwireCore

/// A standard for luacheck: the names of the script language, and the services as fields of `ref` and similar words,
/// and no other names.
struct LuacheckStandard {
    private let globals: ScriptGlobals
    private let services: [String]

    /// Creates the standard for the ids of all services; if there are none, every id is allowed.
    init(_ globals: ScriptGlobals, services: [String]) {
        self.globals = globals
        self.services = services
    }

    /// A `.luacheckrc`.
    var text: String {
        """
        \(EditorFile.mark)
        local services = {
        \((services.map { "    [\($0.luaLiteral)] = {}," } + ["}"]).joined(separator: "\n"))
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
        if let kind = ServiceReference.Kind(rawValue: name) { return "        \(name) = { \(fields(kind)) }," }
        let fields = globals.fields[name] ?? []
        if fields.isEmpty { return "        \(name) = {}," }
        let list = fields.sorted().map { "\($0.isName ? $0 : "[\($0.luaLiteral)]") = {}" }.joined(separator: ", ")
        // Scripts add others with `processor`.
        let others = name == "env" ? ", other_fields = true" : ""
        return "        \(name) = { fields = { \(list) }\(others) },"
    }

    /// `optional` accepts every id, because the service may not be defined.
    private func fields(_ kind: ServiceReference.Kind) -> String {
        "fields = services" + (kind == .optional || services.isEmpty ? ", other_fields = true" : "")
    }
}
