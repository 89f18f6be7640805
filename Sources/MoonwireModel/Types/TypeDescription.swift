import MoonwireValues

/// What an exposure records of a type, as data: enough to check scripts without the program.
///
/// Has more than twelve stored properties because it has one for each kind of member.
package struct TypeDescription: Sendable, Hashable {
    /// The name that scripts use when it is unique.
    package let name: String
    /// The name with its module: `Garage.Engine`.
    package let qualifiedName: String
    package let isSendable: Bool
    package let initializers: [Signature]
    package let methods: [Signature]
    package let staticMethods: [Signature]
    package let properties: [PropertyDescription]
    /// The other types that its services provide, including base classes.
    package let provides: [String]
    /// The same by their qualified names, each protocol of a composition separately; `Swift.AnyObject` for classes.
    package let providedTypes: [String]
    /// A description of the type for the authors of scripts.
    package let documentation: String?
    /// The slots of a class, those of its base classes included.
    package let slots: [SlotDescription]
    /// The members of a class that are declared with `@Overridable`, those of its base classes included.
    package let overridables: [Signature]
    /// The names of the properties of a class that are declared with `@Scripted`.
    package let scripted: [String]

    package init(
        name: String, qualifiedName: String, isSendable: Bool, initializers: [Signature], methods: [Signature],
        staticMethods: [Signature], properties: [PropertyDescription], provides: [String], providedTypes: [String],
        documentation: String?, slots: [SlotDescription], overridables: [Signature] = [],
        scripted: [String] = []
    ) {
        self.name = name
        self.qualifiedName = qualifiedName
        self.isSendable = isSendable
        self.initializers = initializers
        self.methods = methods
        self.staticMethods = staticMethods
        self.properties = properties
        self.provides = provides
        self.providedTypes = providedTypes
        self.documentation = documentation
        self.slots = slots
        self.overridables = overridables
        self.scripted = scripted
    }

    /// The names of the type in scripts, shortest first.
    var spellings: [String] { spelledNames(name, qualifiedName) }

    /// Whether an instance fits the type with that qualified name.
    func fits(_ wanted: String) -> Bool {
        wanted == qualifiedName || missing(of: wanted).isEmpty
    }

    /// The parts of the requested type that the type does not provide: several protocols, for a composition.
    func missing(of wanted: String) -> [String] {
        existentialParts(wanted).filter { $0 != qualifiedName && $0 != "Any" && !providedTypes.contains($0) }
    }

    /// Whether an initializer or a method is asynchronous.
    var hasAsynchronousMembers: Bool {
        initializers.contains(where: \.isAsync) || methods.contains(where: \.isAsync)
            || staticMethods.contains(where: \.isAsync)
    }

    /// Whether the exposure states what the declarations of slots contain.
    var statesSlots: Bool { slots.contains { $0.arguments != nil } }

    /// The method, or else the property, that makes a service as its factory.
    package func factory(named name: String) -> Signature? {
        methods.first { $0.name == name } ?? properties.first { $0.name == name }?.reading
    }

    package var isClass: Bool { providedTypes.contains(anyObjectName) }
}

private let anyObjectName = "Swift.AnyObject"

/// The protocols, and possibly the class, in an `any` type; any other type alone.
package func existentialParts(_ qualifiedName: String) -> [String] {
    let name = qualifiedName.hasPrefix("any ") ? qualifiedName.dropFirst(4) : qualifiedName[...]
    guard name.utf8.contains(UInt8(ascii: "&")) else { return name.isEmpty ? [] : [String(name)] }
    // Compositions in generic arguments belong to those: `App.Box<any App.A & App.B>`.
    var (parts, depth) = ([Substring](), 0)
    var start = name.startIndex
    for index in name.utf8.indices {
        switch name.utf8[index] {
        case UInt8(ascii: "<"), UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ">"), UInt8(ascii: ")"): depth -= 1
        case UInt8(ascii: "&") where depth == 0:
            parts.append(name[start..<index])
            start = name.utf8.index(after: index)
        default: break
        }
    }
    return (parts + [name[start...]]).map { $0.trimmingSpaces }.filter { !$0.isEmpty }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// The qualified names of a class's base classes, and `AnyObject`; empty for other types.
package func qualifiedBaseNames(of type: Any.Type) -> [String] {
    guard type is AnyClass else { return [] }
    return baseClasses(of: type).map(qualifiedTypeName) + [anyObjectName]
}

/// The names of a type in scripts, shortest first: `Inner`, `Outer.Inner`, `Garage.Outer.Inner`.
package func spelledNames(of type: Any.Type) -> [String] { spelledNames(typeName(type), qualifiedTypeName(type)) }

/// The same for a type with known names: the shortest one, and the one with its module.
package func spelledNames(_ name: String, _ qualifiedName: String) -> [String] {
    var names = [name]
    var rest = Substring(qualifiedName)
    var longer: [String] = []
    while rest.utf8.count > name.utf8.count, rest != name {
        longer.append(String(rest))
        guard let end = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "<") }),
            rest.utf8[end] == UInt8(ascii: ".")
        else { break }
        rest = rest[rest.utf8.index(after: end)...]
    }
    names += longer.reversed().filter { $0 != name }
    return names
}

/// The name of a type as Swift code writes it, with brackets and question marks: `[Int]`, `[String: Int?]`.
package func sugaredName(of type: Any.Type) -> String {
    (type as? any SugaredType.Type)?.sugaredName ?? typeName(type)
}

private protocol SugaredType {
    static var sugaredName: String { get }
}

extension Array: SugaredType {
    fileprivate static var sugaredName: String { "[\(MoonwireModel.sugaredName(of: Element.self))]" }
}

extension Dictionary: SugaredType {
    fileprivate static var sugaredName: String {
        "[\(MoonwireModel.sugaredName(of: Key.self)): \(MoonwireModel.sugaredName(of: Value.self))]"
    }
}

extension Optional: SugaredType {
    fileprivate static var sugaredName: String { "\(MoonwireModel.sugaredName(of: Wrapped.self))?" }
}

/// The names of a class's base classes, nearest first.
package func baseClassNames(of type: Any.Type) -> [String] {
    baseClasses(of: type).map { _typeName($0, qualified: false) }
}

package func baseClasses(of type: Any.Type) -> [AnyClass] {
    guard let type = type as? AnyClass else { return [] }
    return Array(sequence(first: type) { _getSuperclass($0) }.dropFirst())
}
