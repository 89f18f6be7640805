import Foundation
import LuaRuntime
import Moonwire

/// Has an initializer, a property, a method, and a static method for each kind of value that crosses; none looks at what it gets.
final class Kinds: Exposed, Sendable {
    struct Record: Codable, Convertible {
        var name: String
        var sizes: [UInt16]
        var parts: [String: Record]?
    }

    /// What the members are named.
    static let names = [
        "int", "int8", "uint16", "int32", "uint64", "double", "float", "bool", "string", "data", "date", "decimal",
        "url",
        "uuid", "color", "record", "value", "maybe", "list", "map", "table", "callback", "object", "handle",
    ]

    static let exposure = Exposure(Kinds.self) {
        Initializer { Kinds() }
        initializer("int", Int.self)
        initializer("int8", Int8.self)
        initializer("uint16", UInt16.self)
        initializer("int32", Int32.self)
        initializer("uint64", UInt64.self)
        initializer("double", Double.self)
        initializer("float", Float.self)
        initializer("bool", Bool.self)
        initializer("string", String.self)
        initializer("data", Data.self)
        initializer("date", Date.self)
        initializer("decimal", Decimal.self)
        initializer("url", URL.self)
        initializer("uuid", UUID.self)
        initializer("color", Color.self)
        initializer("record", Record.self)
        initializer("value", PlainValue.self)
        initializer("maybe", Int32?.self)
        initializer("list", [Float].self)
        initializer("map", [String: Int8].self)
        initializer("table", [Int: [Decimal]].self)
        initializer("callback", LuaFunction.self)
        Initializer("object") { (_: Engine) in Kinds() }
        Initializer("handle") { (_: LazyService<Engine>) in Kinds() }
        property("int", Int.min)
        property("int8", Int8.min)
        property("uint16", UInt16.max)
        property("int32", Int32.min)
        property("uint64", UInt64.max)
        property("double", Double.nan)
        property("float", Float.infinity)
        property("bool", true)
        property("string", "\0")
        property("data", Data([0, 0xFF]))
        property("date", Date.distantPast)
        property("decimal", Decimal.greatestFiniteMagnitude)
        property("color", Color.red)
        property("record", Record(name: "", sizes: [.max]))
        property("value", PlainValue.integer(.min))
        property("maybe", Int32?.none)
        property("list", [Float.nan])
        property("map", ["": Int8.min])
        property("table", [Int.min: [Decimal(1)]])
        StaticMethod("of", "int", "double", "string") { (_: Int, _: Double?, _: String?) in Kinds() }
        Method("take", "int8", "date", "value") { (_: Kinds, _: Int8, _: Date?, value: PlainValue?) in value ?? .null }
        Method("all", "values") { (_: Kinds, values: [String: [UInt8]]) in values }
    }

    private static func initializer<T: Convertible>(_ name: String, _ type: T.Type) -> Initializer<Kinds> {
        Initializer(ExposedArgument(name)) { (_: T) in Kinds() }
    }

    private static func property<T: Convertible & Sendable>(_ name: String, _ value: T) -> Property<Kinds> {
        Property(name, get: { _ in value }, set: { (_: Kinds, _: T) in })
    }
}
