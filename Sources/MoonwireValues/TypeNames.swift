/// A type's name as messages and scripts write it: without its module, unless it is nested.
///
/// The runtime is asked for the name, because `String(describing:)` first looks for conformances of the metatype, which takes
/// tens of microseconds for each type.
@usableFromInline package func typeName(_ type: Any.Type) -> String {
    let name = _typeName(type, qualified: false).withoutPacks
    // The names of all boxes: asking another type whether it conforms would search all conformances.
    guard name.hasPrefix("ValueBox<") || name.hasPrefix("HostBox<"), type is AnyClass,
        let box = type as? any AnyBox.Type
    else { return name }
    return typeName(box.valueType)
}

/// A type's name with its module and the types around it.
///
/// Omits what the runtime adds for private types, because it differs in each process.
@usableFromInline package func qualifiedTypeName(_ type: Any.Type) -> String {
    var name = _typeName(type, qualified: true).withoutPacks
    guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
    name = name.withoutContexts
    // In a protocol with arguments: `(Storing in _5F2A…)`.
    while name.utf8.contains(UInt8(ascii: "(")), let middle = name.firstRange(of: " in _"),
        let start = name[..<middle.lowerBound].lastIndex(of: "("),
        let end = name[middle.upperBound...].firstIndex(of: ")")
    {
        name.replaceSubrange(start...end, with: name[name.index(after: start)..<middle.lowerBound])
    }
    return name
}

extension String {
    /// The name of a type with several types for a parameter pack as a list, which the runtime writes as `Action<Void, Pack{Int, Bool}>`.
    fileprivate var withoutPacks: String {
        guard utf8.last == UInt8(ascii: ">"), utf8.contains(UInt8(ascii: "{")) else { return self }
        return replacing(", Pack{}", with: "").replacing("Pack{", with: "").replacing("}", with: "")
    }
}

extension String {
    /// The name of a type without what the runtime writes for the contexts of private types.
    ///
    /// That is `(unknown context at $7f21).`, and a generic type may contain any number of them.
    fileprivate var withoutContexts: String {
        let (start, end) = (Array("(unknown context at ".utf8), Array(").".utf8))
        let bytes = Array(utf8)
        var (kept, position): ([UInt8], Int) = ([], 0)
        while position < bytes.count {
            if bytes[position] == start[0], bytes[position...].starts(with: start) {
                var next = position + start.count
                while next < bytes.count, !bytes[next...].starts(with: end) { next += 1 }
                guard next < bytes.count else { return String(decoding: kept + bytes[position...], as: UTF8.self) }
                position = next + end.count
                continue
            }
            kept.append(bytes[position])
            position += 1
        }
        return String(decoding: kept, as: UTF8.self)
    }
}

extension ValueShape {
    /// The shape of objects of a type: its qualified name, after `any` for a protocol.
    public static func object(of type: Any.Type) -> ValueShape {
        let name = qualifiedTypeName(type)
        return .object(isExistential(type) && !name.hasPrefix("any ") ? "any \(name)" : name)
    }

    /// Whether the type is an existential, except `Any` and `AnyObject`, which a type cannot declare as protocols.
    private static func isExistential(_ type: Any.Type) -> Bool {
        type != Any.self && type != AnyObject.self && MoonwireValues.isExistential(type)
    }
}

/// Whether the type is `any` protocol, or a composition of them.
package func isExistential(_ type: Any.Type) -> Bool {
    if type is AnyClass { return false }
    if _typeName(Swift.type(of: type), qualified: false).hasSuffix(".Protocol") { return true }
    // The metatype of one with arguments, `any P<Int>`, has the name of any other.
    let name = _typeName(type, qualified: false)
    return name.hasPrefix("any ") && name.hasSuffix(">")
}

/// A type's name by its qualified name, as a message writes it: `Repository<Item>` of `any App.Repository<Self.Key == App.Item>`.
@usableFromInline package func shortTypeName(_ qualifiedName: String) -> String {
    var short: [UInt8] = []
    var start = 0
    for byte in (qualifiedName.hasPrefix("any ") ? qualifiedName.dropFirst(4) : qualifiedName[...]).utf8 {
        switch byte {
        case UInt8(ascii: "."): short.removeSubrange(start...)
        case _ where isPartOfName(byte): short.append(byte)
        default:
            short.append(byte)
            start = short.count
        }
    }
    return withoutConstraintNames(String(decoding: short, as: UTF8.self))
}

private func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
        true
    default: false
    }
}

/// `Repository<Item>` of `Repository<Model == Item>`, and of `Repository<Self.Repository.Model == Item>`.
package func withoutConstraintNames(_ name: String) -> String {
    let parts = name.split(separator: " == ", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
        guard index < parts.count - 1, let end = part.lastIndex(where: { $0 == "<" || $0 == " " }) else {
            return String(part)
        }
        return String(part[...end])
    }.joined()
}
