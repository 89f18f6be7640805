/// Gives access to the contents of any map with string keys.
package protocol MapType { associatedtype Entry }
extension MapType { package static var entryType: Any.Type { Entry.self } }
extension Dictionary: MapType where Key == String { package typealias Entry = Value }

/// Gives access to the contents of any list.
package protocol ListType { associatedtype Element }
extension ListType { package static var elementType: Any.Type { Element.self } }
extension Array: ListType {}
