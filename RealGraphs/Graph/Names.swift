/// The names that the classes, and the arguments by position, of a graph have in scripts.
enum Names {
    /// The type of a class: `Shop.Cart` of `\Shop\Cart`.
    static func type(ofClass name: String) -> String {
        name.split { $0 == "\\" || $0 == "." }.map { identifier(String($0)) }.joined(separator: ".")
    }

    /// The label of an argument by position, counted from zero.
    static func label(_ position: Int) -> String { "a\(position + 1)" }

    /// The label of a named argument: `$name`, or `index_3` for one by position.
    static func label(named name: String) -> String {
        if name.hasPrefix("index_"), let position = Int(name.dropFirst(6)) { return label(position) }
        return identifier(name.hasPrefix("$") ? String(name.dropFirst()) : name)
    }

    /// The type of services that the application supplies.
    static let outside = "Outside"

    /// The class of an abstract definition that is not part of the graph.
    static func outsideClass(ofParent id: String) -> String { "Outside.\(identifier(id))" }

    static func identifier(_ name: String) -> String {
        let letters = name.unicodeScalars.map { letter in
            letter.isASCII && (letter.properties.isAlphabetic || ("0"..."9").contains(letter)) || letter == "_"
                ? Character(letter) : "_"
        }
        let identifier = String(letters)
        return identifier.first.map { $0.isNumber } ?? true ? "_\(identifier)" : identifier
    }
}
