import Moonwire
import MoonwireCore

/// What language servers need to know of an application and its scripts: `library/moonwire.lua`.
struct EditorLibrary {
    /// A service, as the definitions name it.
    struct Service {
        let id: String
        /// Nil when only an instance tells.
        let type: String?
        let place: String?
    }

    let types: [TypeDescription]
    let services: [Service]
    let parameters: [String]
    let scopes: [String]

    var text: String {
        let stubs = TypeStubs(types)
        let words = WordStubs.text
            .replacing("%TYPES%", with: alternatives(stubs.typeNames))
            .replacing("%STATICS%", with: stubs.staticMethods.map { "\"\($0)\"|" }.joined())
            .replacing("%IDS%", with: ids)
            .replacing("%SCOPES%", with: alternatives(scopes) + "|string")
            .replacing("%PARAMETERS%", with: alternatives(parameters) + "|string")
            .replacing("%LABELS%", with: labels(stubs))
        return "---@meta\n\(EditorFile.mark)\n\n\(words)\n\n\(stubs.text)"
    }

    /// With a line for each, as most are worth a word.
    private var ids: String {
        guard !services.isEmpty else { return " string" }
        return services.map { service in
            let facts = [service.type, service.place].compactMap(\.self).joined(separator: ", ")
            return "\n---| \"\(service.id)\"" + (facts.isEmpty ? "" : " # \(facts)")
        }.joined()
    }

    private func labels(_ stubs: TypeStubs) -> String {
        // Without the types any label may be meant.
        guard !types.isEmpty else { return "---@field [integer|string] any" }
        let labels = stubs.labels.map { "---@field \(fieldName($0.label))? any \($0.types.joined(separator: ", "))" }
        return (["---@field [integer] any"] + labels).joined(separator: "\n")
    }

    private func alternatives(_ names: [String]) -> String {
        names.isEmpty ? "string" : names.map { "\"\($0)\"" }.joined(separator: "|")
    }
}
