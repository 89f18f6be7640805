import MoonwireCore
import MoonwireValues
import Testing

@Suite struct ArgumentTests {
    private func container(_ definitions: Definition...) throws -> Container {
        var wiring = Wiring()
        wiring.definitions = definitions + [service("v8", "Engine", ["brand": "V8"])]
        return try wiring.container()
    }

    @Test func omittedArgumentsHaveTheirDefaults() throws {
        let settings = try container(service("settings", "Settings")).resolve(Settings.self)
        #expect(settings.host == "localhost" && settings.port == 80 && settings.tags.isEmpty && settings.note == nil)
    }

    @Test func argumentsOfEveryPlainTypeArePassed() throws {
        let settings = try container(
            service(
                "settings", "Settings",
                [
                    "host": "a", "port": 65535, "ratio": 2, "isOn": true, "tags": ["x", "y"], "limits": ["cpu": 3],
                    "note": "n",
                ])
        ).resolve(Settings.self)
        #expect(settings.host == "a" && settings.port == 65535 && settings.ratio == 2 && settings.isOn)
        #expect(settings.tags == ["x", "y"] && settings.limits == ["cpu": 3] && settings.note == "n")
    }

    @Test func emptyListIsAcceptedAsAnEmptyMap() throws {
        let settings = try container(service("settings", "Settings", ["limits": []])).resolve(Settings.self)
        #expect(settings.limits.isEmpty)
    }

    @Test func nullIsNilWhereAnOptionalIsWanted() throws {
        let settings = try container(service("settings", "Settings", ["note": .value(.null)])).resolve(Settings.self)
        #expect(settings.note == nil)
    }

    @Test func positionsAndLabelsCanBeMixed() throws {
        let container = try container(
            service("positions", .type("Engine"), [:], ["P", 2]),
            service("mixed", .type("Engine"), ["cylinders": 6], ["M"]))
        let positions = try container.resolve("positions", as: Engine.self)
        let mixed = try container.resolve("mixed", as: Engine.self)
        #expect(positions.brand == "P" && positions.cylinders == 2)
        #expect(mixed.brand == "M" && mixed.cylinders == 6)
    }

    @Test func methodOfAnotherServiceIsAFactory() throws {
        let container = try container(
            service("workshop", "Workshop"),
            service(
                "jaguar", .method(of: ref("workshop"), name: "car"), ["engine": ref("v8")], scope: .transient),
            service("again", .method(of: .inline(service("", "Workshop")), name: "car"), ["engine": ref("v8")]))
        let car = try container.resolve("jaguar", as: Car.self)
        let v8 = try container.resolve("v8", as: Engine.self)
        #expect(car.engine === v8 && car.wheels == 4)
        #expect(try container.resolve("jaguar", as: Car.self) !== car)
        #expect(try container.resolve("again", as: Car.self).engine === v8)
    }

    @Test func staticMethodIsAFactory() throws {
        let container = try container(service("std", .staticMethod("Engine.standard"), ["brand": "STD"]))
        #expect(try container.resolve("std", as: Engine.self).cylinders == 8)
    }

    @Test func factoryThatReturnsNilIsAnError() throws {
        let container = try container(
            service("none", .staticMethod("Engine.none"), line: 2), service("workshop", "Workshop"),
            service("nothing", .method(of: ref("workshop"), name: "nothing"), line: 3),
            service("hollow", function { _, _ in nil }, line: 4))
        #expect(
            message { try container.resolve("none", as: Engine.self) }
                == "test.lua:2: service \"none\" could not be built: its factory returned nil")
        #expect(
            message { try container.resolve("nothing", as: Engine.self) }
                == "test.lua:3: service \"nothing\" could not be built: its factory returned nil")
        #expect(message { try container.resolve("hollow", as: Engine.self) }?.hasPrefix("test.lua:4: ") == true)
    }

    @Test func errorOfAConstructorIsTheUnderlyingError() throws {
        let container = try container(service("broken", .staticMethod("Settings.failing"), line: 5))
        let error = #expect(throws: ContainerError.self) { try container.resolve("broken", as: Settings.self) }
        #expect(error?.underlying is Breakdown)
        #expect(error?.description == "test.lua:5: service \"broken\" could not be built: out of order")
    }

    @Test func servicesThatArePlainValuesAreConverted() throws {
        var wiring = Wiring(
            service(
                "settings", "Settings",
                ["port": ref("port"), "isOn": ref("on"), "tags": ref("tags"), "limits": ref("limits")]),
            service("fleet", "Fleet", ["engines": ref("engines")]))
        wiring.services.register("port") { _ in 8080 }
        wiring.services.register("on") { _ in true }
        wiring.services.register("tags") { _ in ["a", "b"] }
        wiring.services.register("limits") { _ in ["cpu": 2, "disk": 9] }
        wiring.services.register("engines") { _ in
            [Engine(brand: "one", cylinders: 1), Engine(brand: "two", cylinders: 2)]
        }
        let container = try wiring.container()
        let settings = try container.resolve(Settings.self)
        #expect(settings.port == 8080 && settings.isOn)
        #expect(settings.tags == ["a", "b"] && settings.limits == ["cpu": 2, "disk": 9])
        #expect(try container.resolve(Fleet.self).engines.map(\.brand) == ["one", "two"])
    }

    @Test func serviceOfAnotherPlainTypeIsAMismatch() throws {
        var wiring = Wiring(service("settings", "Settings", ["port": ref("name")]))
        wiring.services.register("name") { _ in "V8" }
        #expect(
            try wiring.report() == """
                service "settings": argument "port" expects an integer from 0 to 65535, got the service "name", which is String
                """)
    }

    @Test func serviceOfAPlainTypeIsPassedAsAValue() throws {
        let container = try container(
            service("workshop", "Workshop"),
            service("name", .method(of: ref("workshop"), name: "name"), ["of": ref("v8")]),
            service("named", "Engine", ["brand": ref("name")]))
        #expect(try container.resolve("name", as: String.self) == "V8")
        #expect(try container.resolve("named", as: Engine.self).brand == "V8")
    }
}
