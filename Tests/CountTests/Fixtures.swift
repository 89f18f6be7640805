import Moonwire

protocol Running: AnyObject, Sendable {}

final class Engine: Running, Exposed {
    static let exposure = Exposure(Engine.self) {
        Initializer { Engine() }
        Provides { $0 as any Running }
    }
}

final class Gearbox: Exposed, Sendable {
    let engine: Engine
    let gears: Int

    init(engine: Engine, gears: Int) {
        self.engine = engine
        self.gears = gears
    }

    static let exposure = Exposure(Gearbox.self) { Initializer("engine", "gears", body: Gearbox.init) }
}

final class Car: Exposed, Sendable {
    let gearbox: Gearbox
    let seats: Int

    init(gearbox: Gearbox, seats: Int) {
        self.gearbox = gearbox
        self.seats = seats
    }

    static let exposure = Exposure(Car.self) { Initializer("gearbox", "seats", body: Car.init) }
}

/// What scripts call.
// @unchecked: the tests use it on one thread.
final class Counter: Exposed, @unchecked Sendable {
    var value = 0

    func add(number: Int) -> Int { value + number }

    static let exposure = Exposure(Counter.self) {
        Initializer { Counter() }
        Property("value", \.value)
        Method("add", Counter.add, "number")
    }
}

/// Reads its slot.
final class Dashboard {
    @Injected var engine: Engine
}

extension Container {
    /// A container of the services that the operations use.
    static func forCounting(_ text: String) throws -> Container {
        try Container(text: text, types: [Engine.self, Gearbox.self, Car.self, Counter.self], environment: .prod)
    }
}

/// Three services that refer to each other.
func chain(_ scope: String, gears: String = "5") -> String {
    """
    service "engine" { type = "Engine", scope = "\(scope)" }
    service "gearbox" { type = "Gearbox", scope = "\(scope)", args = { engine = ref.engine, gears = \(gears) } }
    service "car" { type = "Car", scope = "\(scope)", args = { gearbox = ref.gearbox, seats = 4 } }
    """
}
