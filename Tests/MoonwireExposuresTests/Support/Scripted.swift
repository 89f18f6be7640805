/// Types with hand-written exposures, and services that use them in every way.
let scriptedTypes = #"""
    import Foundation
    import Moonwire

    protocol Notifying: Sendable {}
    enum Fuel: String, CaseIterable, Convertible { case petrol, diesel }

    public final class Engine: Exposed, Sendable { public init(fuel: Fuel2 = Fuel2()) {} }
    public struct Fuel2: Codable, Sendable, Convertible { public init() {} }
    final class Car: Exposed, Sendable { init(engine: Engine, fuel: Fuel = .petrol) {} }
    final class Pager: Exposed, Notifying { init(number: String = "") {} }
    final class SilentPager: Exposed, Notifying {}
    class Vehicle: Exposed { init() {} }
    final class Bicycle: Vehicle { override init() { super.init() } }
    enum Outer { struct Inner: Exposed, Sendable {} }
    struct Box<Item: Sendable>: Exposed, Sendable { let item: Item }
    struct Shelf: Exposed, Sendable { let boxes: [Box<Engine>] }

    final class Workshop: Exposed, Sendable {
        static let exposure = Exposure(Workshop.self) {
            Initializer { Workshop() }
            Method("build") { (_: Workshop) in Car(engine: Engine()) }
            Method("count") { (_: Workshop) in 3 }
            Method("names") { (_: Workshop) in ["one"] }
            Method("address") { (_: Workshop) in URL(filePath: "/") }
            Method("greet", "name", "times") { (_: Workshop, name: String, times: Int) in name }
        }
    }

    """#

/// Each form of a service and of a preference that has a key.
let scriptedServices = #"""
    service "engine" { type = "Engine" }
    service "second engine" { type = "Engine", deprecated = "Use \"engine\"." }
    service "jaguar" { type = "Car", args = { engine = ref "engine" } }
    service "car_factory" { type = "Workshop" }
    service "Sylius\\Foo" { type = "Outer.Inner" }
    service "app.HTTPServer" { factory = { ref "car_factory", "build" } }
    service "URLCache-1" { factory = { ref "car_factory", "address" } }
    service "default" { factory = { ref "car_factory", "count" } }
    service "self" { factory = { ref "car_factory", "names" } }
    service "404" { type = "Box<Engine>", args = { item = ref "engine" } }
    service "greeting" {
        factory = { ref "car_factory", "greet" }, scope = "transient",
        args = { name = argument "name", times = argument("times", { default = 1 }) },
    }
    service "clock" { type = "Pager", synthetic = true }
    alias "motor" "engine"
    decorate "jaguar" { type = "Car", args = { engine = ref "engine" } }
    preferences "Reading" { theme = { default = "auto" }, pageLength = { default = 20 }, loud = { default = true } }
    preferences "Sound" { volume = { default = 0.5 }, list = { default = { "a" } } }
    service "pager" { type = "Pager" }
    when("test", function()
        service "spare" { type = "Bicycle", scope = "transient" }
        service "pager" { type = "SilentPager" }
    end)
    service "vehicle" { type = "Vehicle", scope = "transient" }
    when("test", function() service "vehicle" { type = "Bicycle", scope = "transient" } end)
    """#

/// Services and preferences without keys.
let keylessServices = #"""
    service "secret" { type = "Engine", public = false }
    service "made" (function(c) return c.get "secret" end)
    service "++" { type = "Engine" }
    service "supplied" { synthetic = true }
    service "missing" { type = "Motor" }
    service "hidden" { type = "Hidden" }
    service "mixed" { type = "Engine" }
    when("test", function() service "mixed" { type = "Workshop" } end)
    service "evil" { type = "Engine> {} extension Engine" }
    service "lost" { factory = { ref "missing", "build" } }
    """#
