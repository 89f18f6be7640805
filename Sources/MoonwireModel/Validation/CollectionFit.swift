import MoonwireValues

/// Checks whether the elements of a list or a dictionary that Swift code makes fit the elements of a slot's type.
///
/// Objects are compared by their classes, and the elements of a value that exists by a cast. What a `Convertible` type accepts is not
/// judged.
enum CollectionFit {
    /// Why a collection does not fit; nil for anything else, and if that is not known before there is a value.
    static func mismatch(
        _ definition: Definition, _ found: @autoclosure () -> String, _ wanted: Any.Type
    ) -> ShapeCheck.Mismatch? {
        guard elementType(of: wanted) != nil, case .swift(let factory) = definition.construction else { return nil }
        if let constant = (factory.body as? any ConstantFactoryBody)?.constant { return mismatch(constant, wanted) }
        let type = unwrapped(factory.product.targetType)
        guard elementType(of: type) != nil, !mayFit(type, wanted) else { return nil }
        return ShapeCheck.Mismatch(expected: typeName(wanted), found: "\(found()), which is \(typeName(type))")
    }

    private static func elementType(of type: Any.Type) -> Any.Type? {
        (type as? any ListType.Type)?.elementType ?? (type as? any MapType.Type)?.entryType
    }

    /// Why the first element does not fit that has another type.
    private static func mismatch(_ value: Any, _ wanted: Any.Type) -> ShapeCheck.Mismatch? {
        guard !fits(value, wanted) else { return nil }
        let parts: [(path: String, value: Any)]
        if wanted is any ListType.Type, let elements = value as? [Any] {
            parts = elements.enumerated().map { ("\($0.offset + 1)", $0.element) }
        } else if wanted is any MapType.Type, let entries = value as? [String: Any] {
            parts = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        } else {
            return nil
        }
        guard let element = elementType(of: wanted) else { return nil }
        for part in parts where !fits(part.value, element) {
            if let inner = mismatch(part.value, element) { return inner.inside(part.path) }
            let found = "a value of type \(typeName(Swift.type(of: part.value)))"
            return ShapeCheck.Mismatch(expected: typeName(element), found: found).inside(part.path)
        }
        return nil
    }

    private static func fits(_ value: Any, _ wanted: Any.Type) -> Bool {
        func isOne<W>(_: W.Type) -> Bool { value is W }
        return isConverted(wanted) || _openExistential(wanted, do: isOne)
    }

    /// Whether a type has a conversion of its own, which may accept other values than its own.
    private static func isConverted(_ type: Any.Type) -> Bool {
        guard elementType(of: type) == nil, let type = type as? any Convertible.Type else { return false }
        return type.shape != .object(of: type)
    }

    /// Whether a value of one type may be one of another type.
    private static func mayFit(_ found: Any.Type, _ wanted: Any.Type) -> Bool {
        let (found, wanted) = (unwrapped(found), unwrapped(wanted))
        if let element = elementType(of: found), let other = elementType(of: wanted) {
            return found is any ListType.Type == (wanted is any ListType.Type) && mayFit(element, other)
        }
        if found == wanted || isConverted(found) || isConverted(wanted) { return true }
        guard isNameOfOneType(qualifiedTypeName(found)), isNameOfOneType(qualifiedTypeName(wanted)) else { return true }
        if isExistential(found) || isExistential(wanted) { return true }
        guard let found = found as? AnyClass, let wanted = wanted as? AnyClass else { return false }
        return isClass(found, orInherits: wanted) || isClass(wanted, orInherits: found)
    }
}
