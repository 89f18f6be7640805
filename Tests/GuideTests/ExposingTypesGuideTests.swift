import Foundation
import LuaRuntime
import Moonwire
import Testing

private final class Engine: Exposed, Sendable {
    let brand: String
    let cylinders: Int

    init(brand: String, cylinders: Int) {
        self.brand = brand
        self.cylinders = cylinders
    }

    static let exposure = Exposure(Engine.self) {
        Initializer("brand", ExposedArgument("cylinders", default: 4), body: Engine.init)
        Property("brand", \.brand)
        Property("cylinders", \.cylinders)
    }
}

/// Warns pedestrians.
///
/// - Exposes: loudness, sound
final class Horn: Exposed, Sendable {
    let loudness: Int

    /// Creates a horn; the loudness is in decibels.
    init(loudness: Int = 90) { self.loudness = loudness }

    func sound(times: Int) -> String { String(repeating: "Toot! ", count: times) }
}

extension Horn {
    static let exposure = Exposure(Horn.self, documentation: "Warns pedestrians.") {
        Initializer(ExposedArgument("loudness", default: 90), body: Horn.init)
            .documented("Creates a horn; the loudness is in decibels.")
        Method("sound", Horn.sound, "times")
        Property("loudness", \.loudness)
    }
}

private struct Release: Exposed, Sendable {
    let major: Int
    let minor: Int

    struct Malformed: Error {}

    static let exposure = Exposure(Release.self) {
        Initializer("major", ExposedArgument("minor", default: 0)) { Release(major: $0, minor: $1) }
        Initializer("name") { (name: String) in
            let numbers = name.split(separator: ".").compactMap { Int($0) }
            guard numbers.count == 2 else { throw Malformed() }
            return Release(major: numbers[0], minor: numbers[1])
        }
    }
}

private final class Workshop: Exposed, Sendable {
    static func standard() -> Workshop { Workshop() }

    func car(brand: String, engine: Engine) -> Car { Car(brand: brand, engine: engine) }

    func inspect(_ car: Car) -> String { "\(car.brand) with \(car.engine.cylinders) cylinders" }

    static let exposure = Exposure(Workshop.self) {
        StaticMethod("standard", body: Workshop.standard)
        Method("car", Workshop.car, "brand", "engine")
        Method("inspect", "car") { (workshop: Workshop, car: Car) in workshop.inspect(car) }
    }
}

private final class Car: Exposed, Sendable {
    let brand: String
    let engine: Engine

    init(brand: String, engine: Engine) {
        self.brand = brand
        self.engine = engine
    }

    static let exposure = Exposure(Car.self) {
        Initializer("brand", "engine", body: Car.init)
    }
}

private final class Report: Exposed {
    var text: String
    var isUrgent = false

    init(text: String) { self.text = text }

    static let exposure = Exposure(Report.self) {
        Initializer("text", body: Report.init)
        Property("text", \.text)
        Property("urgent", get: { $0.isUrgent }, set: { $0.isUrgent = $1 })
    }
}

private actor Archive: Exposed {
    let path: String

    init(path: String) { self.path = path }

    static let exposure = Exposure(Archive.self) {
        Initializer("path", body: Archive.init)
        Property("path", get: { $0.path })
    }
}

private nonisolated protocol Notifying: Sendable {
    func notify(_ text: String) -> String
}

private final class Pager: Notifying, Exposed {
    let number: String

    init(number: String) { self.number = number }

    func notify(_ text: String) -> String { "\(number): \(text)" }

    static let exposure = Exposure(Pager.self) {
        Initializer("number", body: Pager.init)
        Provides { $0 as any Notifying }
    }
}

private final class Alarm: Exposed, Sendable {
    let notifier: any Notifying

    init(notifier: any Notifying) { self.notifier = notifier }

    static let exposure = Exposure(Alarm.self) {
        Initializer("notifier", body: Alarm.init)
    }
}

private enum Fuel: String, CaseIterable, Convertible {
    case petrol, diesel
}

private struct Tank: Codable, Sendable, Convertible {
    var liters: Double
    var reserve: Double?
}

private final class Truck: Exposed, Sendable {
    let fuel: Fuel
    let tanks: [Tank]

    init(fuel: Fuel, tanks: [Tank]) {
        self.fuel = fuel
        self.tanks = tanks
    }

    static let exposure = Exposure(Truck.self) {
        Initializer("fuel", "tanks", body: Truck.init)
    }
}

private final class Filter: Exposed, Sendable {
    let apply: LuaFunction

    init(apply: LuaFunction) { self.apply = apply }

    func run(_ text: String) throws -> String { try apply.call(text, as: String.self) }

    static let exposure = Exposure(Filter.self) {
        Initializer("apply", body: Filter.init)
    }
}

private final class Garage: Exposed, Sendable {
    let spare: LazyService<Engine>
    let next: ServiceProvider<Engine>

    init(spare: LazyService<Engine>, next: ServiceProvider<Engine>) {
        self.spare = spare
        self.next = next
    }

    static let exposure = Exposure(Garage.self) {
        Initializer("spare", "next", body: Garage.init)
    }
}

private final class Repository<Item: Exposed & Sendable>: Exposed, Sendable {
    let items: [Item]

    init(items: [Item]) { self.items = items }

    static var exposure: Exposure {
        Exposure(Repository<Item>.self) {
            Initializer("items", body: Repository<Item>.init)
        }
    }
}

private class Vehicle: Exposed {
    let wheels: Int

    init(wheels: Int) { self.wheels = wheels }

    class var exposure: Exposure {
        Exposure(Vehicle.self) {
            Initializer("wheels", body: Vehicle.init)
            Property("wheels", \.wheels)
        }
    }
}

private nonisolated final class Bicycle: Vehicle {
    init() { super.init(wheels: 2) }

    override class var exposure: Exposure {
        Exposure(Bicycle.self) {
            Initializer(body: Bicycle.init)
        }
    }
}

private final class Radio: Exposed, Sendable {
    static let exposure = Exposure(Radio.self, documentation: "Plays stations.") {
        Initializer { Radio() }.documented("Creates a radio that is off.")
        for station in ["jazz", "news"] {
            StaticMethod(station) { station.uppercased() }
        }
        #if DEBUG
            Method("selfTest") { (_: Radio) in true }
        #endif
    }
}

/// The code of `Documentation/ExposingTypes.md`, word for word.
@Suite struct ExposingTypesGuideTests {
    @MainActor final class Screen: Exposed {
        var title: String

        init(title: String) { self.title = title }

        nonisolated static let exposure = Exposure(Screen.self) {
            Initializer("title") { await Screen(title: $0) }
        }
    }

    final class Presenter: Exposed, Sendable {
        let screen: Screen

        init(screen: Screen) { self.screen = screen }

        @MainActor func show(_ title: String) { screen.title = title }

        static let exposure = Exposure(Presenter.self) {
            Initializer("screen", body: Presenter.init)
        }
    }

    private let guide: Guide

    init() throws {
        guide = try Guide("Documentation/ExposingTypes.md")
    }

    private func container(_ script: String) throws -> Container {
        try Container(
            text: script,
            types: [
                Engine.self, Release.self, Workshop.self, Car.self, Report.self, Archive.self, Pager.self, Alarm.self,
                Truck.self, Filter.self, Garage.self, Repository<Engine>.self, Screen.self, Presenter.self,
                Vehicle.self,
                Bicycle.self, Radio.self,
            ], environment: .dev)
    }

    private static let engines = #"""
        service "v4" { type = "Engine", args = { brand = "Jaguar" } }
        service "v8" { type = "Engine", args = { brand = "Jaguar", cylinders = 8 } }
        """#

    @Test func initializers() throws {
        let container = try container(
            Self.engines + """

                service "one" { type = "Release", args = { name = "1.2" } }
                service "two" { type = "Release", args = { major = 2 } }
                service "three" { type = "Release", args = { name = "x" } }
                """)
        #expect(try container.resolve("v4", as: Engine.self).cylinders == 4)
        #expect(try container.resolve("v8", as: Engine.self).cylinders == 8)
        #expect(try container.resolve("one", as: Release.self).minor == 2)
        #expect(try container.resolve("two", as: Release.self).major == 2)
        let error = #expect(throws: ContainerError.self) { try container.resolve("three", as: Release.self) }
        #expect(error?.underlying is Release.Malformed && error?.diagnostics[0].location?.line == 5)
    }

    @Test func methods() throws {
        let container = try container(
            Self.engines + "\n" + #"""
                service "workshop" { factory = "Workshop.standard" }
                service "jaguar"   { factory = { ref "workshop", "car" }, args = { brand = "Jaguar", engine = ref "v8" } }
                service "report" {
                    scope = "transient",
                    factory = function(args, c) return Report { text = c.get("workshop"):inspect(c.get("jaguar")) } end,
                }
                """#)
        #expect(try container.resolve("report", as: Report.self).text == "Jaguar with 8 cylinders")
    }

    @Test func properties() throws {
        let container = try container(
            #"""
            service "recall" { type = "Report", scope = "transient", args = { text = "Brakes" }, set = { urgent = true } }
            service "archive" { type = "Archive", args = { path = "a.sqlite" } }
            parameters { path = "" }
            service "path" (function(c) return Engine { brand = c.get("archive").path } end)
            """#)
        #expect(try container.resolve("recall", as: Report.self).isUrgent)
        #expect(try container.resolve("path", as: Engine.self).brand == "a.sqlite")
    }

    @Test func protocols() throws {
        let container = try container(
            #"""
            service "pager" { type = "Pager", args = { number = "555-0100" } }
            service "alarm" { type = "Alarm", args = { notifier = ref "pager" } }
            """#)
        #expect(try container.resolve("alarm", as: Alarm.self).notifier.notify("fire") == "555-0100: fire")
        #expect(throws: ContainerError.self) {
            try self.container(
                Self.engines + #"service "alarm" { type = "Alarm", args = { notifier = ref "v4" } }"#)
        }
    }

    private static let truck = #"""
        service "truck" { type = "Truck", args = { fuel = "diesel", tanks = { { liters = 200 }, { liters = 50, reserve = 5 } } } }
        """#

    @Test func values() throws {
        let truck = try container(Self.truck).resolve("truck", as: Truck.self)
        #expect(truck.fuel == .diesel && truck.tanks.map(\.reserve) == [nil, 5])
        let error = #expect(throws: ContainerError.self) {
            try container(Self.truck.replacing("diesel", with: "steam"))
        }
        #expect(try guide.output(1) == error.map { "\($0)" })
    }

    @Test func functions() throws {
        let container = try container(
            #"""
            service "shout" { type = "Filter", args = { apply = function(text) return text:upper() .. "!" end } }
            """#)
        #expect(try container.resolve("shout", as: Filter.self).run("hello") == "HELLO!")
    }

    @Test func handlesAndGenericTypes() throws {
        let container = try container(
            #"""
            service "engine" { type = "Engine", scope = "transient", args = { brand = "Rover" } }
            service "garage" { type = "Garage", args = { spare = lazy "engine", next = provider "engine" } }
            """# + "\n" + #"""
                service "engines" { type = "Repository<Engine>", args = { items = { ref "engine" } } }
                """#)
        let garage = try container.resolve("garage", as: Garage.self)
        let (spare, sameSpare, next) = (try garage.spare(), try garage.spare(), try garage.next())
        #expect(spare === sameSpare && spare !== next)
        #expect(try container.resolve("engines", as: Repository<Engine>.self).items.map(\.brand) == ["Rover"])
    }

    @MainActor @Test func mainActorTypes() async throws {
        let container = try container(
            #"""
            service "screen"    { type = "Screen", args = { title = "Home" } }
            service "presenter" { type = "Presenter", args = { screen = ref "screen" } }
            """#)
        let presenter = try await container.resolve("presenter", as: Presenter.self)
        presenter.show("Hello")
        #expect(presenter.screen.title == "Hello")
    }

    @Test func subclasses() throws {
        let container = try container(
            #"""
            service "bicycle" { type = "Bicycle", scope = "transient" }
            service "cart" { type = "Vehicle", scope = "transient", args = { wheels = 3 } }
            """#)
        #expect(try container.resolve("bicycle", as: Vehicle.self).wheels == 2)
        #expect(try container.resolve("cart", as: Vehicle.self).wheels == 3)
    }

    @Test func conditions() throws {
        let container = try container(#"service "station" { factory = "Radio.jazz" }"#)
        #expect(try container.resolve("station", as: String.self) == "JAZZ")
        let manifest = try TypeRegistry([Radio.self]).manifest()
        #expect(String(decoding: manifest, as: UTF8.self).contains("Creates a radio that is off."))
    }
}
