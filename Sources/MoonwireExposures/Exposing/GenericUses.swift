/// The concrete types of a generic type that exposed types use.
struct GenericUses {
    /// As source code names them: `Repository<Engine>`.
    let all: [String]

    /// The modules of the types in them.
    let modules: Set<String>

    init(of generic: TypeDeclaration, in types: [TypeDeclaration]) {
        var found: Set<String> = []
        var modules: Set<String> = []
        for type in types {
            for used in Self.usedTypes(type) {
                for name in used.names where name.identifier == generic.identifier {
                    guard let arguments = Self.arguments(name.following) else { continue }
                    let names = BalancedText(arguments).identifiers
                    guard !names.contains(where: type.typeParameters.contains) else { continue }
                    found.insert(generic.name + arguments)
                    modules.formUnion(used.names.compactMap { ImportedModules.module(of: $0.identifier) })
                }
            }
        }
        all = found.sorted()
        self.modules = modules
    }

    /// The types of parameters and properties that other files can name.
    private static func usedTypes(_ type: TypeDeclaration) -> [TypeText] {
        let functions = type.functions.filter { $0.declaration.access != .hidden && !$0.isGeneric }
        let properties = type.properties.filter { $0.declaration.access != .hidden }
        return functions.flatMap(\.parameters).compactMap(\.type) + properties.map(\.type)
    }

    /// The text from `<` to the `>` that closes it.
    private static func arguments(_ text: String) -> String? {
        guard text.hasPrefix("<") else { return nil }
        var depth = 0
        for (index, character) in zip(text.indices, text) {
            if character == "<" { depth += 1 }
            if character == ">", !text[..<index].hasSuffix("-") { depth -= 1 }
            if depth == 0 { return String(text[...index]) }
        }
        return nil
    }
}
