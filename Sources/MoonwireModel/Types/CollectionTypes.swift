/// Lets a map of anything by names be taken apart.
package protocol MapType { associatedtype Entry }
extension MapType { package static var entryType: Any.Type { Entry.self } }
extension Dictionary: MapType where Key == String { package typealias Entry = Value }

/// Lets a list of anything be taken apart.
package protocol ListType { associatedtype Element }
extension ListType { package static var elementType: Any.Type { Element.self } }
extension Array: ListType {}
