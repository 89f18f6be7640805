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
