import Foundation
import MoonwireCore
import MoonwireValues
import Testing

@Suite struct UnknownScopeTests {
    @Test func serviceWithAScopeOfAManifestCannotBeResolved() throws {
        let own = String(decoding: try Garage.types().manifest(), as: UTF8.self)
        let types = try TypeRegistry(manifest: Data(own.replacing("\"weak\"", with: "\"weak\", \"request\"").utf8))
        var services = Registrations()
        services.register("engine", scope: .named("request"), file: "Garage.swift", line: 7) { _ in 4 }
        let container = try Container(layers: [services.beneath], types: types)
        #expect(
            message { try container.resolve("engine", as: Int.self) } == """
                Garage.swift:7: service "engine" has scope "request", which is not open
                    resolve it inside `withScope("request") { … }`
                """)
    }
}
