import MoonwireCore
import MoonwireValues
import Testing

/// What an application overrides, sets, and supplies must exist and fit, whichever way it says so.
@Suite struct SettingFaultTests {
    private static func container(
        _ parameters: [(name: String, value: WiredValue, line: Int?)] = [("port", 80, nil)],
        _ definitions: Definition...
    ) throws -> Container {
        var wiring = Wiring()
        wiring.definitions = definitions + [service("engine", "Engine", ["brand": "V8"])]
        wiring.parameters = parameters
        return try wiring.container()
    }

    private func set(_ container: Container, _ name: String, _ value: PlainValue, declaring: Bool = false) -> String? {
        message { try container.setParameter(name, to: value, declaring: declaring, file: "App.swift", line: 7) }
    }

    private func with(_ container: Container, _ overrides: (inout Registrations) -> Void) -> String? {
        message { try container.withOverrides(overrides) {} }
    }

    @Test func anOverrideOfAnUnknownServiceIsAFault() throws {
        let expected = """
            App.swift:7: override of "engin": service "engin" is not defined
                did you mean "engine"?
                `register` adds a service
            """
        var wiring = Wiring(service("engine", "Engine", ["brand": "V8"]))
        wiring.services.override("engin", file: "App.swift", line: 7) { _ in Engine(brand: "test", cylinders: 1) }
        #expect(message { try wiring.container() } == expected)
        let container = try Self.container()
        #expect(
            with(container) {
                $0.override("engin", file: "App.swift", line: 7) { _ in Engine(brand: "test", cylinders: 1) }
            } == expected)
    }

    @Test func allFaultsOfOverridesAreThrownTogether() throws {
        let container = try Self.container()
        #expect(
            with(container) {
                $0.override("engin", file: "App.swift", line: 7) { _ in Engine(brand: "test", cylinders: 1) }
                $0.setParameter("prot", to: 1, file: "App.swift", line: 8)
                $0.setParameter("port", to: "http", file: "App.swift", line: 9)
                $0.setParameter("a b", to: 1, declaring: true, file: "App.swift", line: 10)
            } == """
                App.swift:7: override of "engin": service "engin" is not defined
                    did you mean "engine"?
                    `register` adds a service
                App.swift:8: parameter "prot" is not defined
                    did you mean "port"?
                    `declaring: true` adds a parameter
                App.swift:9: parameter "port" is the integer 80 and cannot be set to the string "http"
                App.swift:10: "a b" is not a valid parameter name
                    a name contains letters, digits, and underscores, in steps separated by dots that do not begin with a digit
                """)
    }

    @Test func registerInWithAddsAService() throws {
        let container = try Self.container()
        try container.withOverrides {
            $0.register("spare") { _ in Engine(brand: "spare", cylinders: 1) }
        } operation: {
            try #expect(container.resolve("spare", as: Engine.self).brand == "spare")
        }
    }

    @Test func serviceThatIsNotSendableCanBeOverridden() throws {
        final class Draft { var text = "" }
        var wiring = Wiring()
        wiring.services.register("draft") { _ in Draft() }
        let container = try wiring.container()
        try container.withOverrides {
            $0.override("draft") { _ in
                let draft = Draft()
                draft.text = "test"
                return draft
            }
        } operation: {
            try #expect(container.resolve("draft", as: Draft.self).text == "test")
        }
    }

    @Test func anUnknownParameterIsRefusedUnlessItIsDeclared() throws {
        let container = try Self.container()
        #expect(
            set(container, "prot", 1) == """
                App.swift:7: parameter "prot" is not defined
                    did you mean "port"?
                    `declaring: true` adds a parameter
                """)
        #expect(set(container, "prot", 1, declaring: true) == nil)
        #expect(try container.parameter("prot", as: Int.self) == 1)
        #expect(set(container, "prot", 2) == nil)
        #expect(
            message { try container.setParameter("motor", to: Engine(brand: "", cylinders: 1)) }?
                .contains("\"motor\" is not defined") == true)
    }

    @Test(arguments: ["", ".", "a..b", "a b", "1a", "a.", "smtp-host"])
    func invalidParameterNameIsRefused(_ name: String) throws {
        let expected = "\"\(name)\" is not a valid parameter name"
        let container = try Self.container()
        #expect(set(container, name, 1, declaring: true)?.contains(expected) == true)
        #expect(with(container) { $0.setParameter(name, to: 1, declaring: true) }?.contains(expected) == true)
        var wiring = Wiring()
        wiring.services.setParameter(name, to: 1)
        #expect(message { try wiring.container() }?.contains(expected) == true)
    }

    /// Old and new values of every kind: without an argument that decides, only the same kind fits.
    @Test func valuesOfAnotherKindAreRefused() throws {
        let samples: [(kind: String, value: PlainValue)] = [
            ("boolean", true), ("number", 1), ("number", 1.5), ("text", "t"), ("list", [1]), ("map", ["a": 1]),
        ]
        for old in samples {
            for new in samples {
                let container = try Self.container([("p", .value(old.value), nil)])
                let said = set(container, "p", new.value)
                #expect((said == nil) == (old.kind == new.kind), "\(old) -> \(new): \(said ?? "")")
            }
            let container = try Self.container([("p", .value(.null), nil)])
            #expect((set(container, "p", old.value) == nil) == (old.kind != "map"))
        }
    }

    @Test func eachValueOfASetMapIsChecked() throws {
        let container = try Self.container([("db", ["host": "h", "port": 1], nil)])
        #expect(set(container, "db", ["port": 2]) == nil)
        #expect(
            set(container, "db", ["prot": 2, "host": 3]) == """
                App.swift:7: parameter "db.host" is the string "h" and cannot be set to the integer 3
                App.swift:7: parameter "db.prot" is not defined
                    did you mean "db.port"?
                    `declaring: true` adds a parameter
                """)
        #expect(
            set(container, "db", 5) == "App.swift:7: parameter \"db\" is a map and cannot be set to the integer 5")
        #expect(
            set(container, "db.host.name", "x", declaring: true)
                == "App.swift:7: parameter \"db.host\" is the string \"h\" and cannot be set to a map")
        #expect(try container.parameter("db", as: PlainValue.self) == ["host": "h", "port": 2])
    }

    @Test func setParameterMustFitItsArguments() throws {
        let settings = service("settings", "Settings", ["port": param("port"), "tags": [param("tag")]], line: 2)
        let container = try Self.container([("port", 80, nil), ("tag", "t", nil)], settings)
        let line = "test.lua:2: service \"settings\": argument"
        let cause = "\n    parameter \"port\" is set at App.swift:7"
        #expect(
            set(container, "port", 70_000)
                == "\(line) \"port\" expects an integer from 0 to 65535, got 70000\(cause)")
        #expect(set(container, "port", "http")?.hasPrefix("\(line) \"port\" expects") == true)
        #expect(set(container, "tag", false)?.hasPrefix("\(line) \"tags\" at 1 expects a string") == true)
        #expect(
            message {
                try container.setParameter(
                    "port", to: Engine(brand: "", cylinders: 1), file: "App.swift", line: 7)
            } == "\(line) \"port\" expects an integer from 0 to 65535, got an object\(cause)")
        #expect(set(container, "port", 81) == nil)
        #expect(try container.resolve("settings", as: Settings.self).port == 81)
    }

    @Test func setParameterMustFitArgumentsOfParametersThatUseIt() throws {
        let settings = service("settings", "Settings", ["port": param("http.port"), "tags": []], line: 2)
        let brand = service("brand", "Engine", ["brand": text("by ", "maker")], line: 3)
        let container = try Self.container(
            [
                ("port", 80, nil), ("http", ["port": param("port")], nil), ("maker", text("M", "number"), nil),
                ("number", 1, nil),
            ], settings, brand)
        #expect(set(container, "port", 70_000)?.contains("\"port\" expects an integer from 0 to 65535") == true)
        #expect(set(container, "http", ["port": -1])?.contains("\"port\" expects an integer from 0 to 65535") == true)
        #expect(
            set(container, "number", [1])
                == "App.swift:7: parameter \"number\" is the integer 1 and cannot be set to a list")
        #expect(set(container, "number", 2) == nil)
        #expect(try container.resolve("brand", as: Engine.self).brand == "by M2")
    }

    @Test func anObjectOfAnotherTypeIsRefused() throws {
        let car = service("car", "Car", ["engine": param("motor")], line: 2)
        let container = try Self.container([("motor", .object(Engine(brand: "first", cylinders: 1)), nil)], car)
        #expect(
            message { try container.setParameter("motor", to: container, file: "App.swift", line: 7) } == """
                test.lua:2: service "car": argument "engine" expects Engine, got an object of type Container
                    parameter "motor" is set at App.swift:7
                """)
    }
}
