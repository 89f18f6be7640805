import MoonwireSupport

/// A component of a key path, from the key path's description.
enum KeyPathStep: Equatable {
    /// A property whose name is known to the runtime.
    case named(String)
    /// A property with a getter, of which the runtime knows only the type; a slot is one of these.
    case computed(String)
    /// A stored property of a type without field information in the runtime.
    case stored
    /// A forced unwrap, which ends the program for nil: `!`, or a property that is declared with it.
    case forced

    /// The components of a key path, in order, without those that continue only with a value.
    static func steps(of path: AnyKeyPath) -> [KeyPathStep] {
        var rest = "\(path)"[...]
        let root = "\\\(type(of: path).rootType)"
        guard rest.hasPrefix(root) else { return [.computed("\(type(of: path).valueType)")] }
        rest.removeFirst(root.count)
        var steps: [KeyPathStep] = []
        while let first = rest.first {
            if first == "." || first == "?" || first == "!" {
                if rest.removeFirst() == "!" { steps.append(.forced) }
            } else if first == "<" {
                let isComputed = rest.hasPrefix("<computed ")
                let type = takeTypeInAngles(&rest)
                steps.append(isComputed ? .computed(type) : .stored)
            } else {
                let name = rest.prefix { $0 != "." && $0 != "?" && $0 != "!" }
                rest.removeFirst(name.count)
                if name != "self" { steps.append(.named(String(name))) }
            }
        }
        return steps
    }

    /// Parses `<computed 0x55 (Type)>`, and returns the type.
    private static func takeTypeInAngles(_ rest: inout Substring) -> String {
        let part = rest.drop { $0 != "(" }.dropFirst()
        var depth = 1
        let type = part.prefix { letter in
            if letter == "(" { depth += 1 }
            if letter == ")" { depth -= 1 }
            return depth > 0
        }
        // The type, its parenthesis, and the angle bracket.
        rest = part.dropFirst(type.count + 2)
        return String(type)
    }

    /// Whether it is known to be a stored property without observers, which is accessed without a getter or a setter.
    var isStored: Bool {
        switch self {
        // Where the runtime finds the symbols of getters, computed properties have names too.
        case .named: Platform.namesOnlyStoredProperties
        case .stored: true
        case .computed, .forced: false
        }
    }

    /// Whether it may be a `lazy` property that is stored under that name in an optional of that type.
    func isLazy(_ name: String, _ type: Any.Type) -> Bool {
        guard case .computed(let wanted) = self else { return false }
        return name.hasPrefix("$__lazy_storage_$_") && wanted == "\(unwrapped(type))"
    }

    /// The elements of a collection, if it may give one of them, or an optional one; nil for any other type.
    func element(of collection: Any.Type) -> Any.Type? {
        guard case .computed(let wanted) = self else { return nil }
        let types = (collection as? any Collection.Type)?.elementTypes ?? []
        return types.first { wanted == "\($0)" || wanted == "Optional<\($0)>" }
    }

    /// Whether it may be a property with that name and that type.
    func fits(_ name: String, _ type: Any.Type) -> Bool {
        switch self {
        case .named(let wanted): wanted == name
        case .computed(let wanted): wanted == "\(type)"
        case .stored, .forced: false
        }
    }
}

extension Collection {
    /// The type of its elements, and that of the values of a map.
    fileprivate static var elementTypes: [Any.Type] {
        [Element.self] + ((Self.self as? any KeyedCollection.Type).map { [$0.valueType] } ?? [])
    }
}

private protocol KeyedCollection { static var valueType: Any.Type { get } }
extension Dictionary: KeyedCollection { fileprivate static var valueType: Any.Type { Value.self } }
