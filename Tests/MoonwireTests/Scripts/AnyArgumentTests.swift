import Moonwire
import Testing

/// `Any` takes the value that a script means, and no object of the container's own.
@Suite struct AnyArgumentTests {
    private func arrived(_ value: String) throws -> any Sendable {
        let container = try Container(
            text: """
                service "point" { type = "Point", args = { 1, 2 } }
                service "engine" { type = "Engine", args = { "V8" } }
                service "sink" { type = "Sink<Any>", args = { x = \(value) } }
                """)
        return try container.resolve("sink", as: Sink<any Sendable>.self).value
    }

    @Test func anyArgumentReceivesServicesUnconverted() throws {
        #expect(try arrived(#"ref "point""#) as? Point == Point(x: 1, y: 2))
        #expect(type(of: try arrived(#"ref "point""#)) == Point.self)
        #expect(try (arrived(#"ref "engine""#) as? Engine)?.brand == "V8")
    }

    @Test func anyArgumentReceivesPlainDataAsSwiftValues() throws {
        #expect(try arrived("3") as? Int == 3)
        #expect(try arrived("1.5") as? Double == 1.5)
        #expect(try arrived("true") as? Bool == true)
        #expect(try arrived(#""text""#) as? String == "text")
        let list = try arrived(#"{ 1, ref "point" }"#) as? [any Sendable]
        #expect(list?.first as? Int == 1 && list?.last as? Point == Point(x: 1, y: 2))
        #expect(try (arrived("{ a = 1 }") as? [String: any Sendable])?["a"] as? Int == 1)
    }

    @Test func anyArgumentRefusesHandlesAndNull() throws {
        #expect(message { _ = try arrived(#"lazy "point""#) }.contains("expects Any, got `lazy \"point\"`"))
        #expect(message { _ = try arrived(#"provider "point""#) }.contains("expects Any, got `provider \"point\"`"))
        #expect(message { _ = try arrived("null") }.contains("expects Any, got nil"))
    }
}

extension Container {
    fileprivate convenience init(text: String) throws {
        let folder = Scratch()
        try folder.write(text, "container.lua")
        try self.init(
            scripts: [folder.path("container.lua")], types: [Point.self, Engine.self, Sink<any Sendable>.self],
            environment: .dev)
    }
}
