import Moonwire

protocol Driving { func drive() -> String }

/// An engine.
///
/// - Exposes: power, start
final class Engine: Exposed, Sendable {
    let power: Int

    /// Creates an engine; the power is in kilowatts.
    init(power: Int = 90) { self.power = power }

    func start(times: Int = 1) -> String { String(repeating: "vroom ", count: times) }
}

class Vehicle: Exposed, Driving {
    let wheels: Int

    init(wheels: Int) { self.wheels = wheels }

    func drive() -> String { "\(type(of: self)) on \(wheels) wheels" }
}

final class Bicycle: Vehicle {
    init() { super.init(wheels: 2) }
}

final class Car: Vehicle {
    let engine: Engine

    init(engine: Engine, wheels: Int = 4) {
        self.engine = engine
        super.init(wheels: wheels)
    }
}

struct Box<Item: Sendable & Convertible>: Exposed, Sendable {
    let item: Item

    init(item: Item) { self.item = item }
}

final class Shop: Exposed {
    let boxes: [Box<Int>]
    let vehicles: [any Driving]

    init(boxes: [Box<Int>], vehicles: [any Driving]) {
        self.boxes = boxes
        self.vehicles = vehicles
    }
}

/// - Exposes: count
actor Counter: Exposed {
    private var number: Int

    init(from number: Int) async { self.number = number }

    func count() -> Int {
        number += 1
        return number
    }
}

@MainActor final class Screen: Exposed {
    let title: String

    init(title: String, _ subtitle: String? = nil) { self.title = [title, subtitle ?? "none"].joined(separator: ": ") }
}
