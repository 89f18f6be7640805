import MoonwireCore
import MoonwireValues

/// The types that the tests wire.
enum Garage {
    static func types() throws -> TypeRegistry {
        try TypeRegistry([
            Engine.self, Car.self, Vehicle.self, Point.self, Fleet.self, Workshop.self, Remote.self, Probe.self,
            Settings.self, Dashboard.self, SportDashboard.self, Twin.self, Trailer.self, Witness.self, Ledger.self,
        ])
    }
}

protocol Driving: Sendable { var wheels: Int { get } }

final class Engine: Sendable, Exposed {
    let brand: String
    let cylinders: Int

    init(brand: String, cylinders: Int) {
        self.brand = brand
        self.cylinders = cylinders
    }

    static let exposure = Exposure(Engine.self) {
        Initializer("brand", ExposedArgument("cylinders", default: 4)) { Engine(brand: $0, cylinders: $1) }
        Property("brand", \.brand)
        Property("cylinders", \.cylinders)
        Method("describe", Engine.describe, "prefix")
        StaticMethod("standard", "brand") { Engine(brand: $0, cylinders: 8) }
        StaticMethod("none") { () -> Engine? in nil }
    }

    func describe(prefix: String) -> String { "\(prefix) \(brand)" }
}

final class Car: Driving, Exposed {
    let engine: Engine
    let wheels: Int
    let trailer: (any Driving)?

    init(engine: Engine, wheels: Int, trailer: (any Driving)?) {
        self.engine = engine
        self.wheels = wheels
        self.trailer = trailer
    }

    static let exposure = Exposure(Car.self) {
        Initializer("engine", ExposedArgument("wheels", default: 4), "trailer") {
            Car(engine: $0, wheels: $1, trailer: $2)
        }
        Provides { $0 as any Driving }
        Method("tow", Car.tow, "trailer")
        Method("honk") { $0.honk() }
    }

    func tow(trailer: any Driving) -> Int { wheels + trailer.wheels }
    func honk() {}
}

class Vehicle: Exposed {
    var name = ""

    class var exposure: Exposure {
        Exposure(Vehicle.self) {
            Initializer { Vehicle() }
            Property("name", \.name)
        }
    }
}

struct Point: Exposed, Equatable {
    var x: Int, y: Int

    static let exposure = Exposure(Point.self) {
        Initializer("x", "y") { Point(x: $0, y: $1) }
        Property("x", \.x)
    }
}

/// Takes services inside lists and maps, and an existential in each.
final class Fleet: Exposed, Sendable {
    let engines: [Engine]
    let byName: [String: Engine]
    let optionals: [Engine?]
    let drivers: [any Driving]

    init(_ engines: [Engine], _ byName: [String: Engine], _ optionals: [Engine?], _ drivers: [any Driving]) {
        self.engines = engines
        self.byName = byName
        self.optionals = optionals
        self.drivers = drivers
    }

    static let exposure = Exposure(Fleet.self) {
        Initializer(
            ExposedArgument("engines", default: []), ExposedArgument("byName", default: [:]),
            ExposedArgument("optionals", default: []),
            ExposedArgument("drivers", default: [])
        ) { Fleet($0, $1, $2, $3) }
    }
}

/// Makes cars, as the factory of other services.
final class Workshop: Exposed, Sendable {
    static let exposure = Exposure(Workshop.self) {
        Initializer { Workshop() }
        Method("car", "engine", ExposedArgument("wheels", default: 4)) { (_: Workshop, engine: Engine, wheels: Int) in
            Car(engine: engine, wheels: wheels, trailer: nil)
        }
        Method("nothing") { (_: Workshop) -> Engine? in nil }
        Method("name", "of") { (_: Workshop, engine: Engine) in engine.brand }
    }
}

/// Holds handles instead of services.
final class Remote: Exposed, Sendable {
    let engine: LazyService<Engine>
    let engines: ServiceProvider<Engine>?

    init(engine: LazyService<Engine>, engines: ServiceProvider<Engine>?) {
        self.engine = engine
        self.engines = engines
    }

    static let exposure = Exposure(Remote.self) {
        Initializer("engine", "engines") { Remote(engine: $0, engines: $1) }
    }
}

/// Every sort of argument that plain values fit.
struct Settings: Exposed {
    let host: String, port: UInt16, ratio: Double, isOn: Bool, tags: [String], limits: [String: Int], note: String?

    static let exposure = Exposure(Settings.self) {
        Initializer(
            ExposedArgument("host", default: "localhost"), ExposedArgument("port", default: 80),
            ExposedArgument("ratio", default: 1),
            ExposedArgument("isOn", default: false), ExposedArgument("tags", default: []),
            ExposedArgument("limits", default: [:]), "note"
        ) { Settings(host: $0, port: $1, ratio: $2, isOn: $3, tags: $4, limits: $5, note: $6) }
        StaticMethod("failing") { () throws -> Settings in throw Breakdown(reason: "out of order") }
    }
}

struct Breakdown: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
