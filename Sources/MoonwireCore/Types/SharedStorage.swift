import MoonwireValues
@_spi(Reflection) import Swift

/// Whether a change to a copy of a value may be visible through the original: whether the type contains references.
///
/// A class does, and so does an optional, a collection, or a `Result` that contains one. Other types of the standard library and of
/// Foundation do not. A type whose fields are not known may.
func mayShareStorage(_ type: Any.Type) -> Bool {
    if type is AnyClass || isExistential(type) { return true }
    if isTrivial(type) { return false }
    if let parts = containedTypes(type) { return parts.contains(where: mayShareStorage) }
    if librariesOfValues.contains(String(qualifiedTypeName(type).prefix { $0 != "." })) { return false }
    var hasFields = false
    var mayShare = false
    _ = _forEachField(of: type) { _, _, field, _ in
        hasFields = true
        mayShare = mayShareStorage(field)
        return !mayShare
    }
    return mayShare || !hasFields
}

private let librariesOfValues: Set = ["Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization"]

/// Whether copies are bitwise, so that there can be no reference.
private func isTrivial(_ type: Any.Type) -> Bool {
    func ask<T>(_: T.Type) -> Bool { _isPOD(T.self) }
    return _openExistential(type, do: ask)
}

/// The contents of a generic type of the standard library; nil for any other type.
private func containedTypes(_ type: Any.Type) -> [Any.Type]? { (type as? any GenericWrapper.Type)?.parts }

/// A generic type of the standard library that shares storage if its contents do.
private protocol GenericWrapper { static var parts: [Any.Type] { get } }
extension Optional: GenericWrapper { fileprivate static var parts: [Any.Type] { [Wrapped.self] } }
extension Array: GenericWrapper { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension ArraySlice: GenericWrapper { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension ContiguousArray: GenericWrapper { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension Set: GenericWrapper { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension Dictionary: GenericWrapper { fileprivate static var parts: [Any.Type] { [Key.self, Value.self] } }
extension Result: GenericWrapper { fileprivate static var parts: [Any.Type] { [Success.self, Failure.self] } }
