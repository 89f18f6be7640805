import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Instances that are built while a reload is under way, one of which asks for another that needs it.
@Suite struct HandoverOrderTests {
    private static let text = """
        service "start" { type = "Station", args = { name = "start", next = ref "end", log = ref "log" }, stop = "close" }
        service "end" { type = "Station", args = { name = "end", next = ref "curious", log = ref "log" }, stop = "close" }
        service "other" { type = "Station", args = { name = "other" } }

        """

    /// Builds during the first reload, after it has judged the instances.
    private static func living() throws -> Living {
        let builder = Lock<Living?>(nil)
        let living = try Living(text) { services in
            services.register("curious", as: Station.self, scope: .transient) { resolver in
                // It is built for this one, so that there is none yet; the question counts all the same.
                _ = try? resolver.resolve("start", as: Station.self)
                return try resolver.resolve("other", as: Station.self)
            }
            services.addHook(.reloading) { _, _ in
                let living = builder.withLock { living in
                    defer { living = nil }
                    return living
                }
                _ = try living?.station("start")
            }
        }
        builder.withLock { $0 = living }
        return living
    }

    @Test func carriedOverInstanceIsStoppedBeforeItsDependencies() throws {
        let living = try Self.living()
        try living.reload(Self.text + "parameters { number = 1 }")
        let start = try living.station("start")
        #expect(living.log.elements == [])
        try living.reload(Self.text.replacing("\"end\", next", with: "\"terminus\", next"))
        #expect(try living.station("start") !== start)
        #expect(living.log.elements == ["close start", "close end"])
    }

    @Test func instanceIsNotCarriedOverWithoutItsDependencies() throws {
        let living = try Self.living()
        try living.reload(Self.text.replacing("\"other\" }", with: "\"another\" }"))
        let (start, end) = (try living.station("start"), try living.station("end"))
        #expect(start.next === end)
        #expect(end.next?.name == "another")
        #expect(living.log.elements == ["close start", "close end"])
    }
}
