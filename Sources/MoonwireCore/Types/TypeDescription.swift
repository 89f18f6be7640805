import MoonwireValues

/// What an exposure records of a type, as data: enough to check scripts without the program.
public struct TypeDescription: Sendable, Hashable, Codable {
    /// The name that scripts use when it is unique.
    public let name: String
    /// The name with its module: `Garage.Engine`.
    public let qualifiedName: String
    public let isSendable: Bool
    public let initializers: [Signature]
    public let methods: [Signature]
    public let staticMethods: [Signature]
    public let properties: [PropertyDescription]
    /// The types, besides itself, as which its services may be asked for; base classes included.
    public let provides: [String]
    /// What the type is, for whoever writes scripts.
    public let documentation: String?
    /// The slots of a class, those of its base classes included.
    public let slots: [SlotDescription]

    /// Whether an instance fits where the named type is wanted.
    func fits(_ wanted: String) -> Bool {
        wanted == name || provides.contains(wanted)
    }
}

/// A type's name with its module; what the runtime adds for private types, another in each process, is left out.
func qualifiedName(of type: Any.Type) -> String {
    var name = String(reflecting: type)
    while let start = name.firstRange(of: "(unknown context at "),
        let end = name[start.upperBound...].firstRange(of: ").")
    {
        name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
}

/// The names by which scripts may call a type, the shortest first: `Inner`, `Outer.Inner`, `Garage.Outer.Inner`.
func spelledNames(of type: Any.Type) -> [String] { spelledNames(typeName(type), qualifiedName(of: type)) }

/// The same for a type of which the names are known: the shortest one, and the one with its module.
func spelledNames(_ name: String, _ qualifiedName: String) -> [String] {
    var names = [name]
    var rest = Substring(qualifiedName)
    var longer: [String] = []
    while rest.count > name.count, rest != name {
        longer.append(String(rest))
        guard let dot = rest.firstIndex(of: "."), !rest[..<dot].contains("<") else { break }
        rest = rest[rest.index(after: dot)...]
    }
    names += longer.reversed().filter { $0 != name }
    return names
}

/// The name of a type as Swift code spells it, with brackets and question marks: `[Int]`, `[String: Int?]`.
func sugaredName(of type: Any.Type) -> String {
    (type as? any SugaredType.Type)?.sugaredName ?? typeName(type)
}

private protocol SugaredType {
    static var sugaredName: String { get }
}

extension Array: SugaredType {
    fileprivate static var sugaredName: String { "[\(MoonwireCore.sugaredName(of: Element.self))]" }
}

extension Dictionary: SugaredType {
    fileprivate static var sugaredName: String {
        "[\(MoonwireCore.sugaredName(of: Key.self)): \(MoonwireCore.sugaredName(of: Value.self))]"
    }
}

extension Optional: SugaredType {
    fileprivate static var sugaredName: String { "\(MoonwireCore.sugaredName(of: Wrapped.self))?" }
}

/// The names of a class's base classes, nearest first.
func baseClassNames(of type: Any.Type) -> [String] {
    var names: [String] = []
    var current: AnyClass? = (type as? AnyClass).flatMap(_getSuperclass)
    while let base = current {
        names.append(String(describing: base))
        current = _getSuperclass(base)
    }
    return names
}
