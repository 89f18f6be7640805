import Moonwire
import MoonwireObjects
import MoonwireSupport
import Testing

/// Members that are declared with `@Overridable`.
@Suite struct OverridableTests {
    @Test func aMemberWithoutAWrapperCallsItsFunction() throws {
        let mailer = Mailer()
        #expect(try mailer.greet("Ann") == "Hello Ann")
        #expect(try mailer.echo("a", 2) == ["a", "a"])
        mailer.greet = { @Sendable in "Good day \($0)" }
        #expect(try mailer.greet("Ann") == "Good day Ann")
    }

    @Test func aReplacedFunctionUsesTheMemberWhenItEnds() throws {
        let mailer = Mailer()
        let said = Lock<[String]>([])
        do {
            let last = Last { said.withLock { $0.append((try? mailer.greet("Ann")) ?? "") } }
            for _ in 0..<2 { mailer.greet = { @Sendable name in withExtendedLifetime(last) { name } } }
        }
        mailer.greet = { @Sendable in "Good day \($0)" }
        #expect(said.withLock { $0 } == ["Good day Ann"])
    }

    @Test func aScriptWrapsCallsOfSwiftAndOfScripts() throws {
        let container = try office(
            """
            service "mailer" { type = "Mailer" }
            around "Mailer.greet" (function(original, self, name) return original(name .. " " .. #self.sent) .. "!" end)
            around "Mailer.echo" (function(original, self, text, count) return original(text, count + 1) end)
            service "greeting" (function(c) return c.get("mailer"):greeting("Bob") end)
            """)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        #expect(try mailer.greet("Ann") == "Hello Ann 0!")
        #expect(try mailer.echo("a", 1) == ["a", "a"])
        #expect(try container.resolve("greeting", as: String.self) == "Hello Bob 0!")
        mailer.greet = { @Sendable in "Good day \($0)" }
        #expect(try mailer.greet("Ann") == "Good day Ann 0!")
    }

    @Test func twoContainersHaveTheirOwnWrappers() throws {
        let plain = try office("service \"mailer\" { type = \"Mailer\" }")
        let wrapped = try office(
            """
            service "mailer" { type = "Mailer" }
            around "Mailer.greet" (function(original, self, name) return "wrapped" end)
            """)
        #expect(try plain.resolve("mailer", as: Mailer.self).greet("Ann") == "Hello Ann")
        #expect(try wrapped.resolve("mailer", as: Mailer.self).greet("Ann") == "wrapped")
        let own = Mailer()
        #expect(try own.greet("Ann") == "Hello Ann")
        #expect(try withContainer(wrapped) { try own.greet("Ann") } == "wrapped")
        try wrapped.inject(into: own)
        #expect(try own.greet("Ann") == "wrapped")
    }

    @Test func aReloadReplacesTheWrappers() throws {
        let folder = try Scratch()
        let service = "service \"mailer\" { type = \"Mailer\" }\n"
        try folder.write(service)
        let container = try folder.container()
        let mailer = try container.resolve("mailer", as: Mailer.self)
        #expect(try mailer.greet("Ann") == "Hello Ann")
        try folder.write(
            service + "around \"Mailer.greet\" (function(original, self, name) return original(name) .. \"!\" end)")
        try container.reload()
        #expect(try mailer.greet("Ann") == "Hello Ann!")
        try container.reload()
        #expect(try mailer.greet("Ann") == "Hello Ann!")
        try folder.write(service)
        try container.reload()
        #expect(try mailer.greet("Ann") == "Hello Ann")
    }

    @Test func theProjectionWrapsOneObject() throws {
        let container = try office("service \"mailer\" { type = \"Mailer\", scope = \"transient\" }")
        let first = try container.resolve("mailer", as: Mailer.self)
        let second = try container.resolve("mailer", as: Mailer.self)
        let old = try first.$greet.around { original, name in try original(name + " old") }
        let new = try first.$greet.around { original, name in try original(name + " new") }
        #expect(try first.greet("Ann") == "Hello Ann new old")
        #expect(try second.greet("Ann") == "Hello Ann")
        old.undo()
        #expect(try first.greet("Ann") == "Hello Ann new")
        new.undo()
        old.undo()
        #expect(try first.greet("Ann") == "Hello Ann")
    }

    @Test func aTypeIsWrappedInSwift() throws {
        let container = try office("service \"mailer\" { type = \"FastMailer\" }")
        let mailer = try container.resolve("mailer", as: FastMailer.self)
        try container.around(Mailer.self, "echo") {
            (original, _: Mailer, text: String, count: Int) throws -> [String] in
            try original(text, count) + ["end"]
        }
        #expect(try mailer.echo("a", 1) == ["a", "end"])
    }

    @Test func errorsKeepTheirTypes() throws {
        let container = try office(
            """
            service "mailer" { type = "Mailer" }
            around "Mailer.greet" (function(original, self, name) return original(name) end)
            """)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        mailer.greet = { @Sendable name in throw Outage(reason: name) }
        #expect(throws: Outage(reason: "Ann")) { try mailer.greet("Ann") }
    }

    @Test func aWrongArgumentOfAScriptIsAnError() throws {
        let container = try office(
            """
            service "mailer" { type = "Mailer" }
            around "Mailer.echo" (function(original, self, text, count) return original(text, "two") end)
            """)
        let mailer = try container.resolve("mailer", as: Mailer.self)
        let said = message { _ = try mailer.echo("a", 1) }
        #expect(said.contains("Mailer.echo: argument \"2\" expects an integer, got the string \"two\""), "\(said)")
    }

    @Test func wrappersChangeWhileThreadsCall() async throws {
        let container = try office("service \"mailer\" { type = \"Mailer\" }")
        let mailer = try await container.resolve("mailer", as: Mailer.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<200 {
                        let said = try mailer.greet("Ann")
                        #expect(said == "Hello Ann" || said == "Hello Ann!" || said == "Hello Ann!!")
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<100 {
                        try mailer.$greet.around { original, name in try original(name + "!") }.undo()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try mailer.greet("Ann") == "Hello Ann")
    }
}

/// Calls a function when it ends.
private final class Last: @unchecked Sendable {  // Its function uses a lock.
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    deinit { body() }
}
