/// The concrete types of a generic type that exposed types use.
struct GenericUses {
    /// As source code names them: `Repository<Engine>`.
    let all: [String]

    init(of generic: TypeDeclaration, in types: [TypeDeclaration]) {
        var found: Set<String> = []
        for type in types {
            let used = type.functions.flatMap(\.parameters).compactMap(\.type) + type.properties.map(\.type)
            for name in used.flatMap(\.names) where name.identifier == generic.identifier {
                guard let arguments = Self.arguments(name.following) else { continue }
                let names = BalancedText(arguments).identifiers
                if names.allSatisfy({ !type.typeParameters.contains($0) }) { found.insert(generic.name + arguments) }
            }
        }
        all = found.sorted()
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
