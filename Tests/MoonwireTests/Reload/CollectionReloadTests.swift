import Moonwire
import Testing

/// Whoever collects services changes with those who have the tag.
@Suite struct CollectionReloadTests {
    private static let first = "service \"a\" { type = \"Station\", args = { name = \"a\" }, tags = \"line\" }\n"
    private static let second = "service \"b\" { type = \"Station\", args = { name = \"b\" }, tags = \"line\" }\n"
    private static let other = "service \"c\" { type = \"Station\", args = { name = \"c\" } }\n"

    /// Takes all stations of a line.
    private struct Line: Sendable, Exposed {
        let stations: [Station]

        static let exposure = Exposure(Line.self) { Initializer("stations") { Line(stations: $0) } }
    }

    @Test func newServiceWithATagReplacesItsCollectors() throws {
        let line = "service \"line\" { type = \"Line\", args = { stations = tagged \"line\" } }\n"
        let living = try Living(line + Self.first, types: [Line.self])
        #expect(try living.container.resolve("line", as: Line.self).stations.map(\.name) == ["a"])
        #expect(try living.reload(line + Self.first + Self.other).hasSuffix("kept: a, line"))
        try living.reload(line + Self.first + Self.second)
        #expect(try living.container.resolve("line", as: Line.self).stations.map(\.name) == ["a", "b"])
    }

    @Test func newServiceWithATagReplacesCollectorsInSwift() throws {
        let living = try Living(Self.first) { services in
            services.register("line") { try Line(stations: $0.tagged("line", as: Station.self)) }
        }
        #expect(try living.container.resolve("line", as: Line.self).stations.map(\.name) == ["a"])
        #expect(try living.reload(Self.first + Self.other).hasSuffix("kept: a, line"))
        try living.reload(Self.first + Self.second)
        #expect(try living.container.resolve("line", as: Line.self).stations.map(\.name) == ["a", "b"])
    }

    @Test func addedOrRemovedDecoratorReplacesUsersOfTheService() throws {
        let user = "service \"user\" { type = \"Station\", args = { name = \"user\", next = ref \"a\" } }\n"
        let decorator = "decorate \"a\" { type = \"Station\", args = { name = \"outer\", next = inner } }\n"
        let living = try Living(Self.first + user)
        #expect(try living.station("user").next?.name == "a")
        try living.reload(Self.first + user + decorator)
        #expect(try living.station("user").next?.name == "outer")
        #expect(try living.station("user").next?.next?.name == "a")
        try living.reload(Self.first + user)
        #expect(try living.station("user").next?.name == "a")
    }
}
