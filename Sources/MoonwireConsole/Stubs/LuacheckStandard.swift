import Moonwire
import MoonwireCore

/// The names of the script language as luacheck reads them, and the services as fields of `ref` and its like: a standard that
/// knows nothing else.
struct LuacheckStandard {
    private let globals: ScriptGlobals
    private let services: [String]

    /// - Parameter services: The ids of all services; any may be meant when there are none.
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
        return "        \(name) = { fields = { \(list) } },"
    }

    /// Whoever writes `optional` knows that the service may not be there.
    private func fields(_ kind: ServiceReference.Kind) -> String {
        "fields = services" + (kind == .optional || services.isEmpty ? ", other_fields = true" : "")
    }
}
