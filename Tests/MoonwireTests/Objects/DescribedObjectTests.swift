import Moonwire
import TestSupport
import Testing

/// An interpreter describes a type for scripts when it first gets one of its objects.
@Suite struct DescribedObjectTests {
    private struct Badge: Exposed, Sendable {
        let text: String

        static let exposure = Exposure(Badge.self) {
            Initializer("text", body: Badge.init)
            Property("text", \.text)
        }
    }

    private class Plan {
        let title: String

        init(title: String) { self.title = title }
    }

    private final class Sketch: Plan {}

    private static let plans = Exposure(Plan.self) {
        Initializer("title", body: Plan.init)
        Property("title", \.title)
    }

    private static let wiring = """
        service "badge" { type = "Badge", args = { text = "one" } }
        service "engine" { type = "Engine", args = { brand = "V8" }, scope = "transient" }
        local function text(c) return c.get("engine"):describe(c.get("badge").text) end
        """

    @Test func threadsThatReceiveTheFirstObjectsAtOnceSeeTheirMembers() throws {
        for _ in 0..<8 {
            let containers = try (0..<2).map { _ in
                try Living(
                    Self.wiring
                        + #" service "text" { factory = function(_, c) return text(c) end, scope = "transient" }"#,
                    types: [Badge.self, Engine.self]
                ).container
            }
            let texts = Collected<String>()
            onThreads(8) { number in
                let text = try? containers[number % 2].resolve("text", as: String.self)
                texts.append(text ?? "none")
            }
            #expect(
                texts.elements == Array(repeating: Engine(brand: "V8", cylinders: 4).describe(prefix: "one"), count: 8))
        }
    }

    @Test func aReloadDescribesTypesForItsOwnInterpreter() throws {
        let living = try Living(
            Self.wiring + #" service "text" { factory = function(_, c) return text(c) end, scope = "transient" }"#,
            types: [Badge.self, Engine.self])
        let text = { try living.container.resolve("text", as: String.self) }
        #expect(try text() == Engine(brand: "V8", cylinders: 4).describe(prefix: "one"))
        try living.reload(
            Self.wiring
                + #" service "text" { factory = function(_, c) return text(c) .. c.get("badge").text end, scope = "transient" }"#
        )
        #expect(try text() == Engine(brand: "V8", cylinders: 4).describe(prefix: "one") + "one")
    }

    @Test func aContainerDescribesOnlyItsOwnTypes() throws {
        let script = #"service "title" { factory = function(args) return args[1].title end, args = { ref "plan" } }"#
        let title = { (exposures: [Exposure]) in
            let container = try Container(
                text: script, exposures: exposures, environment: .dev
            ) { services in
                services.register("plan", scope: .transient) { _ in Sketch(title: "a bridge") }
            }
            return try container.resolve("title", as: String.self)
        }
        #expect(try title([Self.plans]) == "a bridge")
        #expect(throws: ContainerError.self) { try title([]) }
        #expect(try title([Self.plans]) == "a bridge")
    }
}
