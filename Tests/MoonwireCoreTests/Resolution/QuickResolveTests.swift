import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// What has a quick way besides hits: collections, parameters, ids, hooks, and resolvers.
@Suite struct QuickResolveTests {
    @Test func idsOfEveryLengthAreFound() throws {
        var wiring = Wiring()
        var ids: [String] = []
        for length in 1...40 {
            let rest = String(repeating: "x", count: length - 1)
            ids += length == 1 ? ["a", "b"] : [rest + "a", rest + "b", "c" + rest]
        }
        wiring.definitions = ids.map { service($0, "Engine", ["brand": .value(.text($0))]) }
        let container = try wiring.container()
        for _ in 0..<2 {
            for id in ids {
                #expect(try container.resolve(id, as: Engine.self).brand == id)
                #expect(try container.resolve(ServiceKey<Engine>(id)).brand == id)
            }
        }
        for length in 1...41 { #expect(!container.contains(String(repeating: "x", count: length) + "d")) }
        #expect(!container.contains(""))
    }

    /// Some exist, others are built meanwhile or each time, one has a hook, and one is of another class.
    @Test func collectionBuildsAndReturnsItsMembersInOrder() throws {
        let told = Collected<String>()
        var wiring = Wiring()
        for (number, scope) in [ServiceScope.shared, .shared, .transient, .shared, .graph, .shared].enumerated() {
            var definition = service(
                "part\(number)", "Piece", ["name": .value(.text("collected \(number)"))], scope: scope)
            definition.tags = ["part"]
            wiring.definitions.append(definition)
        }
        var odd = service("odd", "Odd", ["name": "odd"])
        odd.tags = ["part"]
        wiring.definitions.append(odd)
        wiring.services.addHook(.resolved("part3")) { (piece: Piece, _) in told.append(piece.name) }
        let container = try wiring.container(types: Parts.types)
        let first = try container.resolve("part0", as: Piece.self)
        for _ in 0..<3 {
            let pieces = try container.tagged("part", as: Piece.self)
            #expect(pieces.map(\.name) == (0..<6).map { "collected \($0)" } + ["odd"])
            #expect(pieces.first === first)
            #expect(pieces.last is Odd)
        }
        #expect(told.elements == Array(repeating: "collected 3", count: 3))
        #expect(Piece.made("collected 2") == 3)
        #expect(Piece.made("collected 5") == 1)
        #expect(
            message { try container.tagged("part", as: Odd.self) }
                == "service \"part0\" is Piece and cannot be resolved as Odd")
        #expect(try container.tagged("nothing", as: (any Titled).self).isEmpty)
    }

    @Test func collectionOfAnotherClassFailsAtTheFirstMemberThatDoesNotFit() throws {
        var wiring = Wiring(service("odd", "Odd", ["name": "first"]), service("piece", "Piece", ["name": "second"]))
        for index in 0..<2 { wiring.definitions[index].tags = ["part"] }
        let container = try wiring.container(types: Parts.types)
        for _ in 0..<2 {
            #expect(message { try container.tagged("part", as: Odd.self) }?.hasPrefix("service \"piece\"") == true)
        }
    }

    @Test func parametersAreReadInTheirTypesHoweverOften() throws {
        var wiring = Wiring()
        wiring.parameters = [
            ("count", 3, nil), ("ratio", .value(.number(0.5)), nil), ("name", "a name of more than fifteen bytes", nil),
            ("isOn", true, nil), ("large", .value(.integer(.max)), nil), ("list", .value(.list([1, 2])), nil),
            ("outside", .environment(env("OUTSIDE", .int)), nil), ("again", param("count"), nil),
        ]
        wiring.variables = ["OUTSIDE": "5"]
        let container = try wiring.container()
        let mismatch = message { try container.parameter("name", as: Int.self) }
        let unknown = message { try container.parameter("cuont", as: Int.self) }
        #expect(mismatch?.contains("name") == true && unknown?.contains("count") == true)
        for round in 0..<20 {
            #expect(try container.parameter("count", as: Int.self) == 3)
            #expect(try container.parameter("again", as: Int.self) == 3)
            #expect(try container.parameter("count", as: Double.self) == 3)
            #expect(try container.parameter("ratio", as: Double.self) == 0.5)
            #expect(try container.parameter("name", as: String.self) == "a name of more than fifteen bytes")
            #expect(try container.parameter("isOn", as: Bool.self))
            #expect(try container.parameter("large", as: Int.self) == .max)
            #expect(try container.parameter("list", as: [Int].self) == [1, 2])
            #expect(try container.parameter("outside", as: Int.self) == 5)
            #expect(message { try container.parameter("name", as: Int.self) } == mismatch, "in round \(round)")
            #expect(message { try container.parameter("cuont", as: Int.self) } == unknown)
        }
        for count in 4..<40 {
            try container.setParameter("count", to: .integer(Int64(count)))
            for _ in 0..<8 {
                #expect(try container.parameter("count", as: Int.self) == count)
                #expect(try container.parameter("again", as: Int.self) == count)
            }
        }
    }

    @Test func knownParameterIsThatOfTheOverride() throws {
        var wiring = Wiring()
        wiring.parameters = [("count", 3, nil)]
        let container = try wiring.container()
        for _ in 0..<20 { #expect(try container.parameter("count", as: Int.self) == 3) }
        let reads = try container.withOverrides {
            $0.setParameter("count", to: 4)
        } operation: {
            try (0..<20).map { _ in try container.parameter("count", as: Int.self) }
        }
        #expect(reads == Array(repeating: 4, count: 20))
        #expect(try container.parameter("count", as: Int.self) == 3)
    }

    /// The information is created once, and still that of each event.
    @Test func resolvedHooksReceiveThePathOfTheirResolve() throws {
        let told = Collected<String>()
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "a"]),
            service("car", "Car", ["engine": ref("engine")], scope: .transient))
        wiring.definitions[0].tags = ["part"]
        wiring.services.addHook(.resolved("engine")) { (engine: Engine, info) in
            told.append("\(info.event) \(info.id ?? "") \(info.type ?? "") \(info.tags) \(info.path)")
        }
        let container = try wiring.container()
        for _ in 0..<2 {
            _ = try container.resolve("engine", as: Engine.self)
            _ = try container.resolve("car", as: Car.self)
        }
        let expected = [
            "resolved engine Engine [\"part\"] [\"engine\"]", "resolved engine Engine [\"part\"] [\"car\", \"engine\"]",
        ]
        #expect(told.elements == expected + expected)
    }

    /// The generation of the first container is never adopted.
    @Test func resolverOfARefusedGenerationIsOver() throws {
        struct Refusal: Error {}
        let kept = Collected<HookInfo>()
        var wiring = Wiring(service("engine", "Engine", ["brand": "a"]))
        wiring.services.addHook(.registered("engine")) { (_: RegisteredDefinition, info) in
            kept.append(info)
            throw Refusal()
        }
        #expect(message { try wiring.container() } != nil)
        let info = try #require(kept.elements.first)
        #expect(
            message { try info.resolve("engine", as: Engine.self) }?.hasPrefix(
                "service \"engine\" was requested after its container was released") == true)
    }
}
