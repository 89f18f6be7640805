import LuaRuntime
import Moonwire

// Types of every sort that an argument may want, and services that are, or are not, of them.

protocol Mailing: Sendable {}
protocol Archiving: Sendable {}

final class Smtp: Mailing, Exposed {
    static let exposure = Exposure(Smtp.self) {
        Initializer { Smtp() }
        Provides { $0 as any Mailing }
        StaticMethod("standard") { Smtp() }
        StaticMethod("port") { 25 }
        StaticMethod("anyone") { () -> any Mailing in Smtp() }
        Method("copy") { (_: Smtp) in Smtp() }
    }
}

/// Provides both protocols, and a value that it holds.
struct Vault: Mailing, Archiving, Exposed {
    let smtp = Smtp()

    static let exposure = Exposure(Vault.self) {
        Initializer { Vault() }
        Provides { $0 as any Mailing & Archiving }
        Provides { $0.smtp }
    }
}

/// Conforms to nothing.
final class Users: Exposed, Sendable {
    static let exposure = Exposure(Users.self) { Initializer { Users() } }
}

/// Conforms, and does not say so.
final class Silent: Mailing, Exposed {
    static let exposure = Exposure(Silent.self) { Initializer { Silent() } }
}

class Sender: Exposed, @unchecked Sendable {  // Has no state.
    class var exposure: Exposure { own }
    private static let own = Exposure(Sender.self) {
        Initializer { Sender() }
        StaticMethod("express") { () -> Sender in Express() }
    }
}

/// Inherits what a base class does not have.
final class Express: Sender, Mailing, @unchecked Sendable {  // Has no state.
    override class var exposure: Exposure { own }
    private static let own = Exposure(Express.self) {
        Initializer { Express() }
        Provides { $0 as any Mailing }
    }
}

enum Letters {
    /// Has the name of another type.
    struct Users: Exposed {
        static let exposure = Exposure(Letters.Users.self) { Initializer { Letters.Users() } }
    }
}

/// Raw values that only the type knows.
enum Grade: Int, Convertible, Sendable { case low = 1, high = 2 }

/// Fields that only the type knows.
struct Stamp: Codable, Convertible, Sendable, Equatable {
    let cents: Int
    var color: String?
}

/// A case with a payload.
enum Parcel: Codable, Convertible, Sendable, Equatable { case box(kilos: Int), roll }

/// Neither exposed nor plain data.
final class Envelope: Sendable {}

/// Takes one argument, of whatever type.
struct Sink<Value: Sendable>: Exposed {
    let value: Value

    static var exposure: Exposure {
        Exposure(Sink<Value>.self) { Initializer("x") { (value: Value) in Sink(value: value) } }
    }
}

/// Takes one argument that crosses by itself.
struct PlainSink<Value: Convertible & Sendable>: Exposed {
    let value: Value

    static var exposure: Exposure {
        Exposure(PlainSink<Value>.self) { Initializer("x") { (value: Value) in PlainSink(value: value) } }
    }
}

enum Post {
    static let services: [any Exposed.Type] = [
        Smtp.self, Vault.self, Users.self, Silent.self, Sender.self, Express.self, Letters.Users.self,
    ]

    /// A type for each sort of argument.
    static let sinks: [any Exposed.Type] = [
        Sink<any Mailing>.self, Sink<(any Mailing)?>.self, Sink<[any Mailing]>.self, Sink<[String: any Mailing]>.self,
        Sink<any Mailing & Archiving>.self, Sink<LazyService<any Mailing>>.self,
        Sink<ServiceProvider<any Mailing>>.self,
        Sink<Smtp>.self, Sink<Users>.self, Sink<Letters.Users>.self, Sink<Sender>.self, Sink<Express?>.self,
        Sink<any Sendable>.self, Sink<[any Sendable]>.self,
        Sink<[LazyService<any Mailing>]>.self, Sink<[String: LazyService<any Mailing>]>.self,
        PlainSink<Smtp>.self, PlainSink<[Smtp]>.self, PlainSink<LazyService<Smtp>>.self, PlainSink<Int>.self,
        PlainSink<String>.self, PlainSink<Bool>.self, PlainSink<Double?>.self, PlainSink<[Int]>.self,
        PlainSink<[String: Int]>.self, PlainSink<[Int: String]>.self, PlainSink<UInt8>.self, PlainSink<Float>.self,
        PlainSink<Grade>.self, PlainSink<Stamp>.self, PlainSink<[Stamp]>.self, PlainSink<Parcel>.self,
        PlainSink<PlainValue>.self, PlainSink<LuaFunction>.self, PlainSink<Set<Int>>.self,
        Sink<(@Sendable (String) -> Void)?>.self, Sink<(@Sendable () -> Int)?>.self, Sink<Envelope?>.self,
        Sink<[Envelope]>.self,
    ]
}
