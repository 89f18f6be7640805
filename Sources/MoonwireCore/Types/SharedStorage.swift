import MoonwireValues
@_spi(Reflection) import Swift

/// Whether a change to a copy of a value may be seen by whoever has the original: whether the type holds references.
///
/// A class does. Types of the standard library and of Foundation are values, whatever they are made of; what cannot be looked
/// into may hold anything.
func mayShareStorage(_ type: Any.Type) -> Bool {
    if type is AnyClass || isExistential(type) { return true }
    if isTrivial(type) { return false }
    if let part = containedType(type) { return mayShareStorage(part) }
    let name = qualifiedTypeName(type)
    if name.hasPrefix("Swift.") || name.hasPrefix("Foundation") { return false }
    var hasFields = false
    var mayShare = false
    _ = _forEachField(of: type) { _, _, field, _ in
        hasFields = true
        mayShare = mayShareStorage(field)
        return !mayShare
    }
    return mayShare || !hasFields
}

private func isExistential(_ type: Any.Type) -> Bool { "\(Swift.type(of: type))".hasSuffix(".Protocol") }

/// Whether copies are made byte by byte, so that there can be no reference.
private func isTrivial(_ type: Any.Type) -> Bool {
    func ask<T>(_: T.Type) -> Bool { _isPOD(T.self) }
    return _openExistential(type, do: ask)
}

/// What an optional, an array or a dictionary holds.
private func containedType(_ type: Any.Type) -> Any.Type? {
    if type is any OptionalType.Type { return unwrapped(type) }
    if let list = type as? any ListType.Type { return list.elementType }
    return (type as? any MapType.Type)?.entryType
}
