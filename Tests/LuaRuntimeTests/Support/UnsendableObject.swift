import LuaRuntime

/// A class that is not `Sendable`, whose objects are counted.
class UnsendableObject: HostObject {
    private let counted: CountedObject
    private(set) var pages = 0

    init(_ counter: LiveObjectCounter) { counted = CountedObject(counter) }

    func write() -> Int {
        pages += 1
        return pages
    }

    static func hostClass(_ counter: LiveObjectCounter) -> HostClass {
        HostClass(UnsendableObject.self) { diary in
            diary.constructor { UnsendableObject(counter) }
            diary.property("pages") { $0.pages }
            diary.property("next") { _ in UnsendableObject(counter) }
            diary.method("write") { $0.write() }
            diary.method("copy") { _ in UnsendableObject(counter) }
            diary.method("itself") { $0 }
        }
    }
}

/// A subclass that is not registered.
final class UnsendableSubclass: UnsendableObject {}

/// A struct that is not `Sendable`.
struct UnsendableStruct: HostObject {
    let object: UnsendableObject

    static let hostClass = HostClass(UnsendableStruct.self) { slip in slip.property("pages") { $0.object.pages } }
}
