import Moonwire
import MoonwireCore

/// The annotations of an application and its scripts for language servers: `library/moonwire.lua`.
struct EditorLibrary {
    let types: TypeRegistry?
    let services: [EditorService]
    let parameters: [String]
    let scopes: [String]
    /// The words of products besides Moonwire.
    let productWords: [ScriptGlobals.ProductWord]

    var text: String {
        let stubs = TypeStubs(types)
        let words = Template(WordStubs.text).filled(with: [
            "types": alternatives(stubs.typeNames), "statics": stubs.staticMethods.map { "\($0.luaLiteral)|" }.joined(),
            "ids": ids, "services": fields, "scopes": alternatives(scopes) + "|string",
            "parameters": alternatives(parameters) + "|string", "labels": labels(stubs),
        ])
        return "---@meta\n\(EditorFile.mark)\n-- luacheck: ignore\n\n\(words)\n\n\(products)\(stubs.text)"
    }

    private var products: String {
        productWords.map { word in
            """
            ---A word of \(word.product): `\(word.usage)`.
            ---@return fun(value: any): any
            function \(word.name)(...) end


            """
        }.joined()
    }

    /// The ids of services as alternatives of a type, one per line.
    private var ids: String {
        let services = services.filter { !$0.isAbstract }
        guard !services.isEmpty else { return " string" }
        return services.map { "\n---| \($0.id.luaLiteral)\($0.remark)" }.joined()
    }

    /// The services, including abstract ones, which other services can refer to as their parent.
    private var fields: String {
        guard !services.isEmpty else { return "---@field [string] moonwire.Reference" }
        return services.map { "---@field \(fieldName($0.id)) moonwire.Reference\($0.remark)" }.joined(separator: "\n")
    }

    private func labels(_ stubs: TypeStubs) -> String {
        // Without the types, every label is allowed.
        guard types?.known.isEmpty == false else { return "---@field [integer|string] any" }
        let labels = stubs.labels.map { "---@field \(fieldName($0.label))? any \($0.types.joined(separator: ", "))" }
        return (["---@field [integer] any"] + labels).joined(separator: "\n")
    }

    private func alternatives(_ names: [String]) -> String {
        names.isEmpty ? "string" : names.map(\.luaLiteral).joined(separator: "|")
    }
}
