import MoonwireCore
import MoonwireValues
import Testing

/// Ids and types are found in tables of our own.
@Suite struct LookupTests {
    @Test func onlyKnownNamesAreFoundAmongThousands() throws {
        // Names of every length, with parts in common, and some that differ in one letter only.
        let names =
            (0..<6_000).map { "service.\($0)" } + (1...300).map { String(repeating: "x", count: $0) }
            + ["", "é", "日本語", "a\u{0}b", "a\u{0}c", "aaaaaaaa", "aaaaaaab", "aaaaaaaaa"]
        var wiring = Wiring()
        wiring.definitions = names.map { service($0, .synthetic(type: nil)) }
        let container = try wiring.container()
        for (number, name) in names.enumerated() { try container.supply(number, for: name) }
        for (number, name) in names.enumerated() {
            #expect(try container.resolve(name, as: Int.self) == number)
        }
        #expect(!container.contains("service.6000"))
        #expect(!container.contains("service."))
        #expect(!container.contains(String(repeating: "x", count: 301)))
        #expect(!container.contains("ê"))
    }

    @Test func keyOfAnyLengthFindsItsService() throws {
        for count in 0..<40 {
            let id = String(repeating: "k", count: count)
            let container = try Wiring(service(id, "Engine", ["brand": "E"])).container()
            let key = ServiceKey<Engine>(id)
            let first = try container.resolve(key)
            #expect(try container.resolve(key) === first)
        }
    }

    @Test func typesAreFoundAmongMany() throws {
        var wiring = Wiring()
        wiring.services.register("int") { _ in 1 }
        wiring.services.register("string") { _ in "text" }
        wiring.services.register("double") { _ in 2.5 }
        wiring.services.register("list") { _ in [1, 2] }
        wiring.services.register("map") { _ in ["a": 1] }
        wiring.services.register("optional") { _ in Int8?.some(3) }
        wiring.services.register("tuple") { _ in (1, "one") }
        wiring.services.register("closure", as: (@Sendable () -> Int).self) { _ in { 42 } }
        wiring.services.register("metatype", as: Engine.Type.self) { _ in Engine.self }
        wiring.services.register("driver", as: (any Driving).self) { _ in
            Car(engine: Engine(brand: "D", cylinders: 1), wheels: 6, trailer: nil)
        }
        let container = try wiring.container()
        for _ in 0..<2 {
            #expect(try container.resolve(Int.self) == 1)
            #expect(try container.resolve(String.self) == "text")
            #expect(try container.resolve(Double.self) == 2.5)
            #expect(try container.resolve([Int].self) == [1, 2])
            #expect(try container.resolve([String: Int].self) == ["a": 1])
            #expect(try container.resolve((Int, String).self) == (1, "one"))
            #expect(try container.resolve((@Sendable () -> Int).self)() == 42)
            #expect(try container.resolve(Engine.Type.self) == Engine.self)
            #expect(try container.resolve((any Driving).self).wheels == 6)
        }
        #expect(message { try container.resolve(UInt.self) } == "no service provides UInt")
    }
}
