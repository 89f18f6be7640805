import Moonwire
import MoonwireObjects
import MoonwireSupport
import Testing

/// Wrappers of objects that the container does not keep, whose functions refer to other objects, and reloads.
@Suite struct CapturedObjectTests {
    private struct Weak: Sendable {
        weak var mailer: Mailer?
    }

    private static let counting = """
        service "log" { type = "Mailer", scope = "transient" }
        service "mailer" { type = "Mailer", scope = "transient" }
        hook.created("mailer", function(mailer, info)
            local log = info.get("log")
            around(mailer, "greet", function(original, self, name)
                log:note(name)
                return original(name) .. #log.sent
            end)
        end)

        """

    /// The mailer that its own function refers to is made by a script, which keeps it.
    private static let circular = """
        service "mailer" { scope = "transient", factory = function()
            local mailer = Mailer {}
            around(mailer, "greet", function(original, self, name) return original(name) .. #mailer.sent end)
            return mailer
        end }

        """

    @Test func reloadsKeepTheObjectsThatTheFunctionRefersTo() throws {
        let folder = try Scratch()
        try folder.write(Self.counting)
        let logs = Lock<[Weak]>([])
        let container = try folder.container {
            $0.addHook(.created("log")) { (log: inout Mailer, _) in
                let log = log
                logs.withLock { $0.append(Weak(mailer: log)) }
            }
        }
        let mailer = try container.resolve("mailer", as: Mailer.self)
        for number in 1...5 {
            #expect(try mailer.greet("Ann") == "Hello Ann\(number)")
            try folder.write(Self.counting + "-- edit \(number)")
            try container.reload()
        }
        #expect(logs.withLock { $0.map { $0.mailer != nil } } == [true])
        try folder.write("service \"log\" { type = \"Mailer\" }")
        try container.reload()
        #expect(try mailer.greet("Ann") == "Hello Ann")
        #expect(logs.withLock { $0.map { $0.mailer != nil } } == [false])
    }

    @Test func theObjectsEndWithTheWrappedObject() throws {
        let folder = try Scratch()
        try folder.write(Self.counting)
        let logs = Lock<[Weak]>([])
        let container = try folder.container {
            $0.addHook(.created("log")) { (log: inout Mailer, _) in
                let log = log
                logs.withLock { $0.append(Weak(mailer: log)) }
            }
        }
        do {
            let mailer = try container.resolve("mailer", as: Mailer.self)
            try container.reload()
            #expect(try mailer.greet("Ann") == "Hello Ann1")
        }
        for _ in 0..<3 { try container.reload() }
        #expect(logs.withLock { $0.map { $0.mailer != nil } } == [false])
    }

    @Test func aFunctionThatRefersToItsObjectDoesNotKeepItForever() throws {
        let folder = try Scratch()
        try folder.write(Self.circular)
        let container = try folder.container()
        var mailers: [Weak] = []
        let kept = try container.resolve("mailer", as: Mailer.self)
        for number in 0..<4 {
            let mailer = try container.resolve("mailer", as: Mailer.self)
            #expect(try mailer.greet("Ann") == "Hello Ann0")
            mailers.append(Weak(mailer: mailer))
            try folder.write(Self.circular + "-- edit \(number)")
            try container.reload()
            #expect(try kept.greet("Ann") == "Hello Ann0")
        }
        for _ in 0..<3 { try container.reload() }
        #expect(mailers.allSatisfy { $0.mailer == nil })
        #expect(try kept.greet("Ann") == "Hello Ann0")
    }
}
