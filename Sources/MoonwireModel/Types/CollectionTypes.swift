package import MoonwireValues

/// Gives access to the contents of any map whose keys can be read.
package protocol MapType {
    associatedtype Key: Convertible & Hashable
    associatedtype Entry
}
extension MapType {
    package static var entryType: Any.Type { Entry.self }

    /// Why a string cannot be a key; nil if it can.
    static func mismatch(ofKey key: String) -> ConversionError? {
        if Key.self == String.self { return nil }
        do { _ = try PlainValue.map([key: .boolean(true)]).converted(to: [Key: Bool].self) } catch {
            return error as? ConversionError
        }
        return nil
    }
}
extension Dictionary: MapType where Key: Convertible { package typealias Entry = Value }

/// Gives access to the contents of any list of pairs.
package protocol PairsType {
    associatedtype Key: Convertible
    associatedtype Value
}
extension PairsType { package static var valueType: Any.Type { Value.self } }
extension KeyValuePairs: PairsType where Key: Convertible {}

/// Gives access to the contents of any list.
package protocol ListType { associatedtype Element }
extension ListType { package static var elementType: Any.Type { Element.self } }
extension Array: ListType {}
