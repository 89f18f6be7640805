import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Settings of the application, and the changed definitions of scripts.
@Suite struct SettingReloadTests {
    private static let unused = "is set by the application, but is no longer defined"

    private func warnings(_ living: Living) -> [String] {
        living.container.diagnostics.entries.map { living.readable("\($0)") }.filter { $0.contains(Self.unused) }
    }

    @Test func settingOfARemovedParameterIsAWarning() throws {
        let living = try Living("parameters { port = 80, db = { host = \"h\", user = \"u\" } }")
        try living.container.setParameter("port", to: 81, file: "App.swift", line: 7)
        try living.container.setParameter("db.host", to: "set", file: "App.swift", line: 8)
        try living.container.setParameter("added", to: 1, declaring: true)
        try living.container.setParameter("added", to: 2)
        try living.container.setParameter("more", to: ["a": 1], declaring: true)
        try living.container.setParameter("more.a", to: 2)
        try living.reload("parameters { port = 80, db = { host = \"h\" } }")
        #expect(warnings(living) == [])
        try living.reload("parameters { db = { user = \"u\" } }")
        #expect(
            warnings(living) == [
                "App.swift:8: warning: parameter \"db.host\" \(Self.unused)",
                "App.swift:7: warning: parameter \"port\" \(Self.unused)",
            ])
    }

    /// A thread that resolves in an older wiring sets what serves from now on.
    @Test func settingMustFitTheCurrentGeneration() throws {
        final class Server: Exposed, Sendable {
            static let exposure = Exposure(Server.self) {
                Initializer("port") { (_: UInt16) in Server() }
            }
        }
        let body = Lock<(@Sendable () -> Void)?>(nil)
        let living = try Living("parameters { port = \"http\" }", types: [Server.self]) { services in
            services.register("edit") { _ in
                body.withLock { $0 }?()
                return Post()
            }
        }
        let said = Collected<String>()
        body.withLock {
            $0 = {
                _ = try? living.reload(
                    "parameters { port = 80 }\nservice \"server\" { type = \"Server\", args = { port = \"%port%\" } }")
                for value in ["https", 70_000, 81] as [PlainValue] {
                    said.append(
                        message { try living.container.setParameter("port", to: value, file: "App.swift", line: 7) })
                }
            }
        }
        _ = try living.container.resolve("edit", as: Post.self)
        #expect(said.elements.map { !$0.isEmpty } == [true, true, false])
        #expect(said.elements[1].contains("argument \"port\" expects an integer from 0 to 65535, got 70000"))
        #expect(try living.container.parameter("port", as: Int.self) == 81)
        try living.reload()
    }

    private final class Post: Sendable {}
}
