import LuaRuntime

/// A class that must stay in one isolation domain; its citizen tells whether it lives.
class Diary: LuaObject {
    private let citizen: Citizen
    private(set) var pages = 0

    init(_ census: Census) { citizen = Citizen(census) }

    func write() -> Int {
        pages += 1
        return pages
    }

    static func look(_ census: Census) -> ObjectClass {
        ObjectClass(Diary.self) { diary in
            diary.constructor { Diary(census) }
            diary.property("pages") { $0.pages }
            diary.property("next") { _ in Diary(census) }
            diary.method("write") { $0.write() }
            diary.method("copy") { _ in Diary(census) }
            diary.method("itself") { $0 }
        }
    }
}

/// A subclass that nobody describes.
final class Logbook: Diary {}

/// A struct that is not `Sendable` either.
struct Slip: LuaObject {
    let diary: Diary

    static let look = ObjectClass(Slip.self) { slip in slip.property("pages") { $0.diary.pages } }
}
