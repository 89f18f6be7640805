import LuaRuntime
import Moonwire

/// The types of the scripts' services.
final class Part: Exposed, Sendable {
    private let part: Part?
    private let parts: [Part]?
    private let named: [String: Part]?
    private let later: LazyService<Part>?
    private let anew: ServiceProvider<Part>?
    private let function: LuaFunction?

    init(
        part: Part?, parts: [Part]?, named: [String: Part]?, later: LazyService<Part>?, anew: ServiceProvider<Part>?,
        function: LuaFunction?
    ) {
        self.part = part
        self.parts = parts
        self.named = named
        self.later = later
        self.anew = anew
        self.function = function
    }

    static let exposure = Exposure(Part.self) {
        Initializer(
            ExposedArgument("value", default: nil), ExposedArgument("part", default: nil),
            ExposedArgument("parts", default: nil),
            ExposedArgument("named", default: nil), ExposedArgument("later", default: nil),
            ExposedArgument("anew", default: nil),
            ExposedArgument("call", default: nil)
        ) {
            (
                _: PlainValue?, part: Part?, parts: [Part]?, named: [String: Part]?, later: LazyService<Part>?,
                anew: ServiceProvider<Part>?, function: LuaFunction?
            ) in
            Part(part: part, parts: parts, named: named, later: later, anew: anew, function: function)
        }
        StaticMethod("standard") {
            Part(part: nil, parts: nil, named: nil, later: nil, anew: nil, function: nil)
        }
        Method("twin") { (part: Part) in
            Part(part: part, parts: nil, named: nil, later: nil, anew: nil, function: nil)
        }
        Method("take", "value") { (_: Part, _: PlainValue) in }
        Method("add", "part") { (_: Part, _: Part) in }
        Method("close") { (_: Part) in }
        Property("note", get: { (_: Part) in 1 as PlainValue }, set: { (_: Part, _: PlainValue) in })
    }
}

/// A generic type.
final class Box<Item: Sendable>: Exposed, Sendable {
    private let item: Item?

    init(item: Item?) { self.item = item }

    static var exposure: Exposure {
        Exposure(Box<Item>.self) {
            Initializer(ExposedArgument("item", default: nil)) { (item: Item?) in Box(item: item) }
        }
    }
}

/// A value type, of which only copies change.
struct Amount: Exposed {
    let count: Int

    static let exposure = Exposure(Amount.self) {
        Initializer(ExposedArgument("value", default: 0)) { (count: Int) in Amount(count: count) }
        Property("count", \.count)
        Method("take", "value") { (amount: Amount, count: Int) in Amount(count: amount.count &+ count) }
    }
}

/// A type with slots, into which rules inject.
final class Owner: Exposed {
    @Injected var part: Part?
    @Injected("s2") var other: Part?
    @Injected var size: Int?

    static let exposure = Exposure(Owner.self) { Initializer { Owner() } }
}
