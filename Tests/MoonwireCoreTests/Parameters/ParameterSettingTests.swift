import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite struct ParameterSettingTests {
    @Test func laterBuildsUseTheSetParameter() throws {
        var wiring = Wiring(
            service("each", "Engine", ["brand": text("by ", "maker.name")], scope: .transient),
            service("once", "Engine", ["brand": param("maker.name")]))
        wiring.parameters = [("maker", ["name": "M"], nil)]
        let container = try wiring.container()
        #expect(try container.resolve("each", as: Engine.self).brand == "by M")
        #expect(try container.resolve("once", as: Engine.self).brand == "M")
        try container.setParameter("maker.name", to: "N")
        #expect(try container.resolve("each", as: Engine.self).brand == "by N")
        #expect(try container.resolve("once", as: Engine.self).brand == "M")
        #expect(try container.parameter("maker.name", as: String.self) == "N")
    }

    @Test func newParameterMayBeDeclaredAndMapsMerge() throws {
        let container = try Wiring().container()
        try container.setParameter("db", to: ["host": "h", "port": 1], declaring: true)
        try container.setParameter("db", to: ["port": 2])
        try container.setParameter("db.user", to: "u", declaring: true)
        #expect(try container.parameter("db", as: PlainValue.self) == ["host": "h", "port": 2, "user": "u"])
    }

    /// Each of the settings of a map, whether it was set alone or with others.
    @Test func settingsOfAMapSurviveReloads() throws {
        var wiring = Wiring()
        wiring.parameters = [("db", ["host": "h", "port": 1, "user": "u"], nil)]
        let container = try wiring.container()
        try container.setParameter("db.user", to: "set")
        try container.setParameter("db", to: ["host": "set"])
        try container.setParameter("db", to: ["port": 2])
        for _ in 0..<2 {
            #expect(try container.parameter("db", as: PlainValue.self) == ["host": "set", "port": 2, "user": "set"])
            try container.reload()
        }
    }

    /// A parameter that refers to another one does so only until it is set itself.
    @Test func setParameterNoLongerRefersToOthers() throws {
        var wiring = Wiring(service("settings", "Settings", ["port": param("http"), "tags": []], line: 2))
        wiring.parameters = [("port", 80, nil), ("http", param("port"), nil)]
        let container = try wiring.container()
        #expect(message { try container.setParameter("port", to: 70_000) }?.contains("from 0 to 65535") == true)
        try container.setParameter("http", to: 81)
        try container.setParameter("port", to: 70_000)
        #expect(try container.parameter("port", as: Int.self) == 70_000)
    }

    @Test func parameterCanBeSetToAnObject() throws {
        var wiring = Wiring(service("jaguar", "Car", ["engine": param("motor")], scope: .transient))
        wiring.parameters = [("motor", .object(Engine(brand: "first", cylinders: 1)), nil)]
        let container = try wiring.container()
        #expect(try container.resolve("jaguar", as: Car.self).engine.brand == "first")
        let engine = Engine(brand: "second", cylinders: 1)
        try container.setParameter("motor", to: engine)
        #expect(try container.resolve("jaguar", as: Car.self).engine === engine)
    }

    @Test func stringsOfSetParametersAreNotInterpreted() throws {
        let container = try Wiring().container()
        try container.setParameter("text", to: "%name% @id", declaring: true)
        #expect(try container.parameter("text", as: String.self) == "%name% @id")
    }

    @Test(arguments: ["type", "type.name", "module", "static", "method", "receiver"])
    func parameterThatChoseATypeOrFactoryCannotBeSet(name: String) throws {
        var wiring = Wiring(
            service("a", .type(TextTemplate([.parameter("type.name")])), ["brand": "A"]),
            service("b", .staticMethod(TextTemplate([.parameter("static")])), ["brand": "B"]),
            service("workshop", "Workshop"),
            service(
                "c", .method(of: param("receiver"), name: TextTemplate([.parameter("method")])), ["engine": ref("a")]))
        wiring.parameters = [
            ("module", "Engine", nil), ("type", ["name": text("", "module")], nil),
            ("static", text("", "module", ".standard"), nil), ("method", "car", nil),
            ("receiver", ref("workshop"), nil),
            ("free", 1, nil),
        ]
        let container = try wiring.container()
        #expect(
            message { try container.setParameter(name, to: "Car") } == """
                parameter "\(name)" determines a type, a factory, an id, or a tag, and is fixed until the next reload
                    change it in the script and reload
                """)
        try container.setParameter("free", to: 2)
        #expect(try container.resolve("c", as: Car.self).engine.brand == "A")
    }

    @Test func readersSeeTheFormerOrTheNewParameter() throws {
        var wiring = Wiring(service("each", "Engine", ["brand": text("", "p.a", "-", "p.a")], scope: .transient))
        wiring.parameters = [("p", ["a": "0"], nil)]
        let container = try wiring.container()
        let torn = Collected<String>()
        let isOver = Counter()
        onThreads(3) { number in
            if number == 0 {
                for value in 1...repetitions(5_000, debug: 1_000) {
                    _ = try? container.setParameter("p", to: ["a": .text("\(value)")])
                }
                isOver.add()
            }
            while isOver.value == 0 {
                let brand = (try? container.resolve("each", as: Engine.self))?.brand ?? "failed"
                let halves = brand.split(separator: "-")
                if halves.count != 2 || halves[0] != halves[1] { torn.append(brand) }
            }
        }
        #expect(torn.elements == [])
    }
}
