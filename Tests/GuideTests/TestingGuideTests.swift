import Foundation
import Moonwire
import MoonwireTesting
import Synchronization
import Testing

private nonisolated protocol Sending: Sendable {
    func send(_ text: String) throws
}

private final class MailServer: Sending, Exposed {
    let host: String

    init(host: String) { self.host = host }

    func send(_ text: String) throws { throw URLError(.cannotConnectToHost) }

    static let exposure = Exposure(MailServer.self) {
        Initializer("host", body: MailServer.init)
        Provides { $0 as any Sending }
    }
}

private final class Signup: Exposed, Sendable {
    let sender: any Sending
    let greeting: String

    init(sender: any Sending, greeting: String) {
        self.sender = sender
        self.greeting = greeting
    }

    func add(_ name: String) throws { try sender.send("\(greeting), \(name)!") }

    static let exposure = Exposure(Signup.self) {
        Initializer("sender", "greeting", body: Signup.init)
    }
}

private final class Outbox: Sending, Exposed {
    private let sent = Mutex<[String]>([])
    var messages: [String] { sent.withLock { $0 } }

    func send(_ text: String) { sent.withLock { $0.append(text) } }

    static let exposure = Exposure(Outbox.self) {
        Initializer { Outbox() }
        Method("send", "text") { (outbox: Outbox, text: String) in outbox.send(text) }
        Provides { $0 as any Sending }
    }
}

/// The tests of the guide, which need its files in the working directory: ``TestingGuideTests`` runs them.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "container.lua"))) struct WiredGuideTests {
    @Suite(.wiring("container.lua", "test.lua", types: [MailServer.self, Signup.self, Outbox.self]))
    struct SignupTests {
        @Test func aNewMemberIsGreeted() throws {
            try Test.container.resolve("signup", as: Signup.self).add("Ada")
            #expect(try Test.container.resolve("sender", as: Outbox.self).messages == ["Hi, Ada!"])
        }

        @Test(
            .wiring("container.lua", types: [MailServer.self, Signup.self]) { services in
                services.override("sender", as: (any Sending).self) { _ in Outbox() }
            })
        func theGreetingIsPolite() throws {
            let signup = try Test.container.resolve("signup", as: Signup.self)
            #expect(signup.greeting == "Welcome")
        }
    }

    @Test(
        .wiring(
            "container.lua", "scenarios.lua", scenario: "a new member",
            types: [MailServer.self, Signup.self, Outbox.self]))
    func aNewMemberReceivesOneMail() throws {
        try Test.container.resolve("signup", as: Signup.self).add("Ada")
        #expect(try Test.container.resolve("sender", as: Outbox.self).messages == ["Hey, Ada!"])
    }

    @Test(.wiring("container.lua", types: [MailServer.self, Signup.self]))
    func theWiringIsReviewed() throws {
        expectWiring(try Test.container, matches: "wiring.txt")
    }
}

/// The code of `Documentation/Testing.md`, word for word.
@Suite struct TestingGuideTests {
    private static let script = #"""
        -- container.lua
        parameters { greeting = "Welcome" }

        service "sender" { type = "MailServer", args = { host = "mail.example.org" } }
        service "signup" { type = "Signup", args = { sender = ref "sender", greeting = "%greeting%" } }
        """#

    private static let layer = #"""
        -- test.lua
        parameters { greeting = "Hi" }

        service "sender" { type = "Outbox" }
        """#

    private static let record = #"""
        hook.created("signup", function(signup, info) info.get("sender"):send("signup is ready") end)
        """#

    private static let forbid = #"""
        hook.created("sender", function() error "this test must not send" end)
        """#

    private static let scenarios = #"""
        -- scenarios.lua
        scenario "a new member" {
            live       = { "signup" },
            replace    = { sender = { type = "Outbox" } },
            parameters = { greeting = "Hey" },
            builds     = { sender = 1 },
        }

        scenario "no connection" {
            replace = { sender = { type = "Outbox" } },
            fail    = { sender = { at = 1, message = "the server does not answer" } },
        }
        """#

    private let folder: Playground

    init() throws {
        folder = try Playground(["container.lua": Self.script, "test.lua": Self.layer, "scenarios.lua": Self.scenarios])
    }

    @Test func layers() async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try enter(folder)
            try synchronously {
                let container = try Container(
                    scripts: ["container.lua", "test.lua"], types: [MailServer.self, Signup.self, Outbox.self],
                    environment: .test)
                try container.resolve("signup", as: Signup.self).add("Ada")
                #expect(try container.resolve("sender", as: Outbox.self).messages == ["Hi, Ada!"])
            }
        }
    }

    @Test func hooks() throws {
        let recording = try Container(
            text: Self.script.replacing("MailServer\", args = { host = \"mail.example.org\" }", with: "Outbox\"") + "\n"
                + Self.record, types: [Signup.self, Outbox.self], environment: .test)
        _ = try recording.resolve("signup", as: Signup.self)
        #expect(try recording.resolve("sender", as: Outbox.self).messages == ["signup is ready"])
        let forbidding = try Container(
            text: Self.script + "\n" + Self.forbid, types: [MailServer.self, Signup.self], environment: .test)
        let error = #expect(throws: ContainerError.self) { try forbidding.resolve("signup", as: Signup.self) }
        #expect(error.map { "\($0)" }?.contains("this test must not send") == true)
    }

    @Test func aNewMemberIsGreeted() throws {
        let container = try Container(
            text: """
                service "sender" { type = "Outbox" }
                service "signup" { type = "Signup", args = { sender = ref "sender", greeting = "Hello" } }
                """,
            types: [Outbox.self, Signup.self], environment: .test)
        try container.resolve("signup", as: Signup.self).add("Ada")
        #expect(try container.resolve("sender", as: Outbox.self).messages == ["Hello, Ada!"])
    }

    @Test func overriding() async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try enter(folder)
            let outbox = Outbox()
            let container = try Container(
                scripts: ["container.lua"], types: [MailServer.self, Signup.self], environment: .test
            ) { services in
                services.override("sender", as: (any Sending).self) { _ in outbox }
            }
            try synchronously { try container.resolve("signup", as: Signup.self).add("Ada") }
            #expect(outbox.messages == ["Welcome, Ada!"])
        }
    }

    @Test func overridingForOneOperation() throws {
        let container = try Container(
            text: Self.script, types: [MailServer.self, Signup.self], environment: .test)
        let spy = Outbox()
        try container.withOverrides { services in
            services.override("sender", as: (any Sending).self) { _ in spy }
            services.setParameter("greeting", to: "Good evening")
        } operation: {
            try container.resolve("signup", as: Signup.self).add("Grace")
        }
        #expect(spy.messages == ["Good evening, Grace!"])
        #expect(throws: URLError.self) { try container.resolve("signup", as: Signup.self).add("Grace") }
        let error = #expect(throws: ContainerError.self) {
            try container.withOverrides { services in
                services.override("sendr", as: (any Sending).self) { _ in spy }
            } operation: {
            }
        }
        let shown = error.map { "\($0)".replacing(/^\S+:\d+/, with: "SignupTests.swift:12") }
        #expect(try Guide("Documentation/Testing.md").output(2) == shown)
    }

    @Test func scenarios() throws {
        let container = try Container(
            text: Self.script + "\n" + Self.scenarios, types: [MailServer.self, Signup.self, Outbox.self],
            environment: .test)
        try container.withScenario("no connection") {
            #expect(throws: ContainerError.self) { try container.resolve("signup", as: Signup.self) }
            try container.resolve("signup", as: Signup.self).add("Ada")
        }
    }

    @Test func aScenarioForbidsOtherBuilds() throws {
        let audited = Self.script.replacing("args = { sender = ref \"sender\"", with: "args = { sender = ref \"audit\"")
        let file = try Playground([
            "container.lua": audited + "\nservice \"audit\" { type = \"MailServer\", args = { host = \"a\" } }",
            "scenarios.lua": Self.scenarios,
        ])
        let container = try Container(
            scripts: ["container.lua", "scenarios.lua"].map { "\(file.path)/\($0)" },
            types: [MailServer.self, Signup.self, Outbox.self], environment: .test)
        var shown = ""
        withKnownIssue {
            try container.withScenario("a new member") {
                do { _ = try container.resolve("signup", as: Signup.self) } catch { shown = "\(error)" }
            }
        }
        #expect(try Guide("Documentation/Testing.md").output(1) == shown.replacing("\(file.path)/", with: ""))
    }

    @Test func variablesAndPreferences() throws {
        let container = try Container(
            text: """
                parameters { port = env.int "PORT" }
                preferences "Settings" { volume = { default = 5, min = 0, max = 10 } }
                """,
            environment: .test, variables: EnvironmentVariables { ["PORT": "8080"][$0] }
        ) { services in
            services.registerStore(MemoryStore(), named: "default")
        }
        try container.preferences.set("Settings.volume", to: 7)
        #expect(try container.parameter("port", as: Int.self) == 8080)
        #expect(try container.preferences.get("Settings.volume", as: Int.self) == 7)
    }

    @Test func theStoreKeepsItsPromises() {
        PreferenceStoreContract { MemoryStore() }.check()
    }

    #if os(Linux)
        @Test func wiredTests() throws {
            let module = try #require("\(#fileID)".split(separator: "/").first)
            let process = Process()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = ["--testing-library", "swift-testing", "--filter", "^\(module).WiredGuideTests"]
            process.currentDirectoryURL = URL(filePath: folder.path)
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let said = text([UInt8](output.fileHandleForReading.readDataToEndOfFile()))
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(said.contains("Test run with 4 tests in 2 suites passed"), "\(said)")
        }
    #endif

    @Test func theStoredWiringIsShown() throws {
        let file = project.appending(path: "Tests/GuideTests/wiring.txt")
        #expect(try Guide("Documentation/Testing.md").output(3) + "\n" == String(contentsOf: file, encoding: .utf8))
    }

    @Test func allEnvironments() async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try enter(folder)
            for environment in ["dev", "test", "prod"] {
                _ = try Container(
                    scripts: ["container.lua"], types: [MailServer.self, Signup.self],
                    environment: Container.Environment(environment))
            }
        }
    }
}
