import Moonwire
import MoonwireObjects
import Testing

private final class Desk: Exposed, Sendable {
    func stamp(_ text: String, _ times: Int) -> String { String(repeating: text, count: times) }

    func owner(_ text: String, _ container: ContainerHandle) throws -> String {
        try container().resolve(text, as: String.self)
    }

    static let exposure = Exposure(Desk.self) {
        Initializer { Desk() }
        Method("stamp", Desk.stamp, "text", ExposedArgument("times", default: 2))
        Method("owner", Desk.owner, "text", "container")
    }
}

private func desk(_ wrappers: String = "") throws -> Container {
    let script = """
        service "desk" { type = "Desk" }
        service "name" (function() return "Ann" end)
        service "stamped" (function(c) return c.get("desk"):stamp("a") end)
        service "twice"   (function(c) return c.get("desk"):stamp("a", nil) end)
        service "given"   (function(c) return c.get("desk"):stamp("a", 3) end)
        service "made"    { factory = { ref "desk", "stamp" }, args = { "a" } }
        service "owner"   (function(c) return c.get("desk"):owner("name") end)
        service "builtBy" { factory = { ref "desk", "owner" }, args = { "name" } }

        """
    return try Container(text: script + wrappers, types: [Desk.self], environment: .test) { $0.addObjects() }
}

/// Wrapped calls that leave out arguments which have a default or which the container passes.
@Suite struct LeftOutArgumentTests {
    private static let results = [
        ("stamped", "aa"), ("twice", "aa"), ("given", "aaa"), ("made", "aa"), ("owner", "Ann"), ("builtBy", "Ann"),
    ]
    private static let scripts = """
        around "Desk.stamp" (function(original, self, text, times) return original(text, times) end)
        around "Desk.owner" (function(original, self, text, container) return original(text, container) end)
        """

    private func wrapInSwift(_ container: Container) throws {
        try container.around(Desk.self, "stamp") { (original, _: Desk, text: String, times: Int) throws -> String in
            try original(text, times)
        }
        try container.around(Desk.self, "owner") {
            (original, _: Desk, text: String, container: ContainerHandle) throws -> String in
            try original(text, container)
        }
    }

    @Test(arguments: results) func aScriptPassesThemOn(id: String, result: String) throws {
        #expect(try desk(Self.scripts).resolve(id, as: String.self) == result)
    }

    @Test(arguments: results) func aScriptOmitsThem(id: String, result: String) throws {
        let container = try desk(
            """
            around "Desk.stamp" (function(original, self, text, times) return original(text) end)
            around "Desk.owner" (function(original, self, text, ...) return original(text) end)
            """)
        #expect(try container.resolve(id, as: String.self) == (id == "given" ? "aa" : result))
    }

    @Test(arguments: results) func swiftReceivesTheirValues(id: String, result: String) throws {
        let container = try desk()
        try wrapInSwift(container)
        #expect(try container.resolve(id, as: String.self) == result)
    }

    @Test(arguments: results) func theyPassThroughBothLanguages(id: String, result: String) throws {
        let container = try desk(Self.scripts)
        try wrapInSwift(container)
        try wrapInSwift(container)
        #expect(try container.resolve(id, as: String.self) == result)
    }
}
