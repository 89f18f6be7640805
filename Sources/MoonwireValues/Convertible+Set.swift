/// A list whose order has no meaning. It is sorted, so that each run writes the same list.
extension Set: Convertible where Element: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> Set<Element> {
        Set(try [Element].read(from: reader))
    }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws { try inOrder.write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .list(Element.shape) }
}

extension Set {
    /// The elements sorted by their own order, or by that of their raw values; unsorted if they have neither.
    @usableFromInline var inOrder: [Element] {
        if let type = Element.self as? any Comparable.Type { return sorted(type) { $0 } }
        if let type = Element.self as? any RawRepresentable.Type, let rawType = rawType(type) {
            return sorted(rawType) { ($0 as? any RawRepresentable)?.rawValue }
        }
        return Array(self)
    }

    private func sorted<Key: Comparable>(_ type: Key.Type, by key: (Element) -> Any?) -> [Element] {
        let keyed = compactMap { element in (key(element) as? Key).map { (key: $0, element: element) } }
        return keyed.sorted { $0.key < $1.key }.map(\.element)
    }
}

/// Nil if the raw values cannot be compared either.
private func rawType<T: RawRepresentable>(_ type: T.Type) -> (any Comparable.Type)? {
    T.RawValue.self as? any Comparable.Type
}
