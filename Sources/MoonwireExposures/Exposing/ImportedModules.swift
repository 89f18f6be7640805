/// The modules of the types that an exposure names, or on whose members its defaults depend.
struct ImportedModules {
    let names: Set<String>

    init(_ exposure: PlannedExposure, in module: String) {
        let functions = exposure.initializers + exposure.methods
        let arguments = functions.flatMap { function in
            function.arguments.filter { $0.defaultText != nil || function.needsTypes }
        }
        names = Set(
            arguments.flatMap(\.type.names).compactMap { Self.module(of: $0.identifier) }
        ).subtracting([module])
    }

    /// The module of a mangled name, `s:10Foundation4DateV`; nil for the standard library, and for other languages.
    static func module(of identifier: String) -> String? {
        guard let match = identifier.firstMatch(of: /^s:(\d+)/), let length = Int(match.1) else { return nil }
        let name = String(identifier[match.range.upperBound...].prefix(length))
        if name == "_Concurrency" || name == "_StringProcessing" { return nil }
        return importable(name)
    }

    /// The module that is imported for a module, because it exports it.
    ///
    /// The parts of Foundation differ between systems.
    static func importable(_ module: String) -> String {
        if module.hasPrefix("Foundation") { return "Foundation" }
        return ["MoonwireCore", "MoonwireModel", "MoonwireValues"].contains(module) ? "Moonwire" : module
    }
}
