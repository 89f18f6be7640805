import Moonwire
import MoonwireCore

/// The files about words, types, and services for editors and luacheck.
struct EditorFiles {
    private let library: EditorLibrary
    private let standard: LuacheckStandard

    /// Creates the files for the wirings of all environments.
    ///
    /// `modules` are the products whose words the scripts may use.
    init(_ inspections: [Inspection], types: TypeRegistry?, modules: [any LayerModule]) throws {
        let globals = try ScriptGlobals(types: types, modules: modules)
        let services = EditorService.all(in: inspections)
        library = EditorLibrary(
            types: types, services: services,
            parameters: Set(inspections.flatMap { $0.parameters.map(\.name) }).sorted(),
            scopes: Self.scopes(inspections, types), productWords: globals.productWords)
        standard = LuacheckStandard(globals, services: services.map(\.id))
    }

    var all: [EditorFile] {
        [
            EditorFile(name: "library/moonwire.lua", text: library.text), .settings,
            EditorFile(name: ".luacheckrc", text: standard.text),
        ]
    }

    /// The scopes that services can have: those of the application, then those that only scripts declare.
    private static func scopes(_ inspections: [Inspection], _ types: TypeRegistry?) -> [String] {
        let known = types?.scopes ?? ServiceScope.allCases.map(\.rawValue)
        var seen = Set(known)
        return known + inspections.flatMap(\.scopes).map(\.name).filter { seen.insert($0).inserted }
    }
}
