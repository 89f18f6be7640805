import Moonwire

/// The types that the tests' scripts wire.
enum Garage {
    static let types: [any Exposed.Type] = [
        Engine.self, Car.self, Workshop.self, Point.self, Settings.self, Notebook.self, Pump.self, Remote.self,
        North.Depot.self, South.Depot.self, Logbook.self, Dashboard.self, SportDashboard.self,
        Rack.self, Tuned.self, Tape.self, Deck.self, Mixer.self, Session.self,
    ]
}

protocol Driving: Sendable { var wheels: Int { get } }

enum Color: String, Convertible, CaseIterable, Sendable { case red, green, black }

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
        StaticMethod("failing") { () throws -> Engine in throw Breakdown(reason: "out of order") }
    }

    func describe(prefix: String) -> String { "\(prefix) \(brand)" }
}

struct Breakdown: Error, Equatable, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}

final class Car: Driving, Exposed {
    let engine: Engine
    let wheels: Int
    let color: Color
    let trailer: (any Driving)?

    init(engine: Engine, wheels: Int, color: Color, trailer: (any Driving)?) {
        self.engine = engine
        self.wheels = wheels
        self.color = color
        self.trailer = trailer
    }

    static let exposure = Exposure(Car.self) {
        Initializer(
            "engine", ExposedArgument("wheels", default: 4), ExposedArgument("color", default: Color.black), "trailer"
        ) {
            Car(engine: $0, wheels: $1, color: $2, trailer: $3)
        }
        Provides { $0 as any Driving }
        Property("engine", \.engine)
        Property("wheels", \.wheels)
        Property("color", \.color)
        Method("tow", Car.tow, "trailer")
    }

    func tow(trailer: any Driving) -> Int { wheels + trailer.wheels }
}

/// Makes cars, as the factory of other services.
final class Workshop: Exposed, Sendable {
    static let exposure = Exposure(Workshop.self) {
        Initializer { Workshop() }
        Method("car", "engine", ExposedArgument("wheels", default: 4)) { (_: Workshop, engine: Engine, wheels: Int) in
            Car(engine: engine, wheels: wheels, color: .black, trailer: nil)
        }
        Method("nothing") { (_: Workshop) -> Engine? in nil }
        Method("fail") { (_: Workshop) throws -> Engine in throw Breakdown(reason: "no oil") }
    }
}

struct Point: Exposed, Equatable {
    var x: Int, y: Int

    static let exposure = Exposure(Point.self) {
        Initializer("x", "y") { Point(x: $0, y: $1) }
        Property(
            "x", get: { $0.x },
            set: { (point: Point, x: Int) in
                var copy = point
                copy.x = x
            })
        Property("y", \.y)
        Method("moved", "by") { (point: Point, by: Int) in Point(x: point.x + by, y: point.y) }
        Method("length") { (point: Point) in Double(point.x * point.x + point.y * point.y).squareRoot() }
    }
}

/// Sorts of argument that plain values fit.
struct Settings: Exposed {
    let host: String, port: UInt16, isOn: Bool, tags: [String], limits: [String: Int], note: String?
    let ratio: Double, servers: [[String: Int]]

    static let exposure = Exposure(Settings.self) {
        Initializer(
            ExposedArgument("host", default: "localhost"), ExposedArgument("port", default: 80),
            ExposedArgument("isOn", default: false),
            ExposedArgument("tags", default: []), ExposedArgument("limits", default: [:]), "note",
            ExposedArgument("ratio", default: 1),
            ExposedArgument("servers", default: [])
        ) {
            Settings(
                host: $0, port: $1, isOn: $2, tags: $3, limits: $4, note: $5, ratio: $6, servers: $7)
        }
        Property("host", \.host)
        Property("tags", \.tags)
        Property("limits", \.limits)
    }
}

/// Two initializers, of which the labels choose one.
struct Pump: Exposed {
    let pressure: Int
    let engine: Engine?

    static let exposure = Exposure(Pump.self) {
        Initializer("pressure") { Pump(pressure: $0, engine: nil) }
        Initializer("engine", "pressure") { (engine: Engine, pressure: Int) in Pump(pressure: pressure, engine: engine)
        }
        Property("pressure", \.pressure)
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

/// Takes what is collected, in every form.
final class Rack: Exposed, Sendable {
    let engines: [Engine], byName: [String: Engine], late: [LazyService<Engine>]
    let driving: [any Driving], drivingByName: [String: any Driving]

    init(
        engines: [Engine] = [], byName: [String: Engine] = [:], late: [LazyService<Engine>] = [],
        driving: [any Driving] = [], drivingByName: [String: any Driving] = [:]
    ) {
        self.engines = engines
        self.byName = byName
        self.late = late
        self.driving = driving
        self.drivingByName = drivingByName
    }

    static let exposure = Exposure(Rack.self) {
        Initializer(
            ExposedArgument("engines", default: []), ExposedArgument("byName", default: [:]),
            ExposedArgument("late", default: []),
            ExposedArgument("driving", default: []), ExposedArgument("drivingByName", default: [:])
        ) {
            Rack(engines: $0, byName: $1, late: $2, driving: $3, drivingByName: $4)
        }
    }
}

/// Wraps an engine.
final class Tuned: Exposed, Sendable {
    let inner: Engine, mark: String

    init(inner: Engine, mark: String) {
        self.inner = inner
        self.mark = mark
    }

    static let exposure = Exposure(Tuned.self) {
        Initializer("inner", "mark") { Tuned(inner: $0, mark: $1) }
    }
}
