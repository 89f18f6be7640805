import Moonwire
import MoonwireCore
import TestSupport
import Testing

/// Services that yield to others: `default_service "id" { … }`, and `defined "id"`.
@Suite struct DefaultServiceTests {
    private func brand(
        _ text: String, over: String = "", register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> (brand: String, remarks: Int) {
        let container = try wire(text, files: ["over.lua": over], over: ["over.lua"], register: register)
        return (try container.resolve("engine", as: Engine.self).brand, container.diagnostics.entries.count)
    }

    private func engine(_ brand: String, word: String = "service") -> String {
        "\(word) \"engine\" { type = \"Engine\", args = { brand = \"\(brand)\" } }\n"
    }

    private func fallback(_ brand: String) -> String { engine(brand, word: "default_service") }

    @Test func aDefaultServiceIsUsedIfThereIsNoOther() throws {
        #expect(try brand(fallback("a")) == ("a", 0))
        #expect(try brand(fallback("a"), over: fallback("b")) == ("a", 0))
    }

    @Test func anyOtherDefinitionTakesPrecedence() throws {
        #expect(try brand(fallback("a") + engine("b")) == ("b", 0))
        #expect(try brand(engine("b") + fallback("a")) == ("b", 0))
        #expect(try brand(fallback("a"), over: engine("b")) == ("b", 0))
        #expect(try brand(engine("b"), over: fallback("a")) == ("b", 0))
        #expect(
            try brand(fallback("a")) { $0.register("engine") { _ in Engine(brand: "Swift", cylinders: 4) } } == (
                "Swift", 0
            ))
    }

    @Test func aDefaultServiceIsOverriddenExtendedAndDecorated() throws {
        let extended = fallback("a") + "extend \"engine\" { args = { brand = \"b\" } }\n"
        #expect(try brand(extended) == ("b", 0))
        #expect(try brand(extended, over: fallback("c")) == ("b", 0))
        #expect(
            try brand(fallback("a")) {
                $0.override("engine", as: Engine.self) { _ in Engine(brand: "o", cylinders: 4) }
            } == ("o", 0))
        #expect(
            try brand(
                fallback("a")
                    + "decorate \"engine\" (function(inner) return Engine { brand = inner.brand .. \"!\" } end)") == (
                    "a!", 0
                ))
    }

    @Test func aDefaultServiceMayBeAFunction() throws {
        #expect(try brand("default_service \"engine\" (function() return Engine { brand = \"f\" } end)") == ("f", 0))
    }

    @Test func originIsThatOfTheDefinitionInEffect() throws {
        let scratch = Scratch()
        try scratch.write(engine("b"), "container.lua")
        try scratch.write(fallback("a"), "over.lua")
        let reading = try ScriptWiring(scripts: ["container.lua", "over.lua"].map(scratch.path)).read("dev")
        let graph = try #require(reading.graph)
        let origin = try #require(Inspection(graph).services.first { $0.id == "engine" }).origin
        #expect(origin.layer?.hasSuffix("container.lua") == true && origin.replaces.isEmpty)
    }

    @Test func definedIsWhetherAnEarlierLineOrLayerDefinesTheService() throws {
        let container = try wire(
            """
            local seen = { before = defined "engine" }
            service "engine" { type = "Engine", args = { brand = "a" } }
            alias "motor" "engine"
            seen.after, seen.byReference, seen.alias = defined "engine", defined(ref.engine), defined "motor"
            seen.swift, seen.nobody, seen.later = defined "swift", defined "nobody", defined "later"
            parameters { seen = seen }
            """,
            files: [
                "over.lua":
                    "service \"later\" { type = \"Engine\", args = { brand = defined \"engine\" and \"b\" or \"c\" } }"
            ],
            over: ["over.lua"]
        ) { $0.register("swift") { _ in Engine(brand: "s", cylinders: 4) } }
        #expect(
            try container.parameter("seen", as: [String: Bool].self) == [
                "before": false, "after": true, "byReference": true, "alias": true, "swift": true, "nobody": false,
                "later": false,
            ])
        #expect(try container.resolve("later", as: Engine.self).brand == "b")
    }

    @Test func anExtensionDefinesNothing() {
        let text = message {
            _ = try wire("extend \"engine\" { tags = \"x\" }\nassert(not defined \"engine\", \"defined\")")
        }
        #expect(text == "container.lua:1: extend \"engine\": service \"engine\" is not defined")
    }
}
