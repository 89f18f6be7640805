/// The type of a key as the generated code names it.
struct KeyTypeText: Sendable, Hashable {
    /// Without the names of the module and of the standard library.
    private(set) var text = ""
    /// The other modules in the text.
    private(set) var modules: Set<String> = []

    /// A type whose parts have their modules: `Cars.Box<Parts.Engine>`.
    init(qualifiedName: String, in module: String) {
        var rest = Substring(qualifiedName)
        while let first = rest.first {
            guard first.isIdentifier else {
                text.append(first)
                rest.removeFirst()
                continue
            }
            let chain = rest.prefix { $0.isIdentifier || $0 == "." }
            rest = rest.dropFirst(chain.count)
            let parts = chain.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, parts[0] != module, parts[0] != "Swift" else {
                text += parts.last ?? chain
                continue
            }
            let imported = ImportedModules.importable(String(parts[0]))
            modules.insert(imported)
            text += imported == parts[0] && imported != "Foundation" ? chain : parts[1]
        }
    }

    /// A type as source code writes it.
    init(_ text: String) {
        self.text = text
        if text.contains(/\b(Data|Date|Decimal|Locale|TimeZone|URL|UUID)\b/) { modules.insert("Foundation") }
    }

    /// Whether the text has no other characters than the name of a type, with arguments, brackets, or question marks.
    var isType: Bool { text.wholeMatch(of: /[\p{L}\p{N}_.,:&?<>\[\] ]*[\p{L}_][\p{L}\p{N}_.,:&?<>\[\] ]*/) != nil }

    /// The identifiers in the text.
    var identifiers: [Substring] { text.split { !$0.isIdentifier } }
}

extension Character {
    fileprivate var isIdentifier: Bool { self == "_" || isLetter || isNumber }
}
