import Foundation
import Moonwire
import Synchronization
import Testing

private nonisolated protocol Mailing: Sendable {}

private final class Engine: Exposed, Sendable {
    let brand: String

    init(brand: String) { self.brand = brand }

    static let exposure = Exposure(Engine.self) {
        Initializer("brand", body: Engine.init)
        Property("brand", \.brand)
    }
}

private final class SparkPlugFactory: Exposed, Sendable {
    let perCylinder: Int

    init(perCylinder: Int) { self.perCylinder = perCylinder }

    static let exposure = Exposure(SparkPlugFactory.self) {
        Initializer("perCylinder", body: SparkPlugFactory.init)
    }
}

private final class Mailer: Mailing, Exposed {
    let host: String
    private let count = Mutex(0)
    var retries: Int { count.withLock { $0 } }

    init(host: String) { self.host = host }

    static let exposure = Exposure(Mailer.self) {
        Initializer("host", body: Mailer.init)
        Property("retries", get: { $0.retries }, set: { (mailer: Mailer, count: Int) in mailer.set(count) })
        Provides { $0 as any Mailing }
    }

    func sendTest() {}

    private func set(_ retries: Int) { count.withLock { $0 = retries } }
}

/// Writes down what happens; also the pool and the log of the guide.
private final class Ledger: Exposed, Sendable {
    private let lines = Mutex<[String]>([])
    var notes: [String] { lines.withLock { $0 } }

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    static let exposure = Exposure(Ledger.self) {
        Initializer { Ledger() }
        Method("note", Ledger.note, "line")
    }
}

private final class Connection: Exposed, Sendable {
    struct Failure: Error, CustomStringConvertible {
        var description: String { "connection refused" }
    }

    static let exposure = Exposure(Connection.self) {
        Initializer("host", "over") { (host: String, _: Connection?) in Connection(host: host) }
        Method("connect") { (connection: Connection) in if connection.host == "b" { throw Failure() } }
        Method("close") { (_: Connection) in }
    }

    private let host: String

    init(host: String) { self.host = host }
}

private final class FileLog: Exposed, Sendable {
    private let storage = Mutex("")
    var level: String { storage.withLock { $0 } }

    static let exposure = Exposure(FileLog.self) {
        Initializer("path") { (_: String) in FileLog() }
        Property("level", get: { $0.level }, set: { (log: FileLog, level: String) in log.set(level) })
    }

    private func set(_ level: String) { storage.withLock { $0 = level } }
}

private final class Cache: Exposed, Sendable {
    private let contents = Mutex<[String]>([])
    /// How often a script has loaded entries.
    let loads = Mutex(0)
    var entries: [String] { contents.withLock { $0 } }

    func load(_ entries: [String]) { contents.withLock { $0 += entries } }

    static let exposure = Exposure(Cache.self) {
        Initializer("size") { (_: Int) in Cache() }
        Method("entries") { (cache: Cache) in cache.entries }
        Method("load", "entries") { (cache: Cache, entries: [String]) in
            cache.load(entries)
            cache.loads.withLock { $0 += 1 }
        }
        Method("close") { (_: Cache) in }
    }
}

extension Cache: StateReceiver {
    func receiveState(of former: Cache) { load(former.entries) }
}

private final class Stoppable: Exposed, Sendable {
    let ledger: Ledger

    init(ledger: Ledger) { self.ledger = ledger }

    static let exposure = Exposure(Stoppable.self) {
        Initializer("size", "ledger") { (_: Int, ledger: Ledger) in Stoppable(ledger: ledger) }
        Initializer("ledger", body: Stoppable.init)
        Method("write", "line") { (stoppable: Stoppable, line: String) in stoppable.ledger.note(line) }
        Method("close") { (stoppable: Stoppable) in stoppable.ledger.note("closed") }
    }
}

private struct Item: Sendable {}

private final class Dashboard {
    @Injected var engine: Engine  // by a rule, or the one service of that type
    @Injected("mailer") var mailer: any Mailing  // by id
    @Lazy var items: [Item]  // made when it is first read
    @Final var serial: String?  // assigned once: try dashboard.$serial.assign("4711")
}

private final class Splash {
    @Injected var engine: Engine?
}

/// Its text is made by a rule.
private final class Badge: Exposed {
    let name: String
    @Lazy var text: String

    init(name: String) { self.name = name }

    static let exposure = Exposure(Badge.self) { Property("name", \.name) }
}

private enum Settings {}

private final class Player {
    @Preference(in: Settings.self) var volume: Int
}

/// The code of `Documentation/Running.md`, word for word.
@Suite(.timeLimit(.minutes(5))) struct RunningGuideTests {
    private static let engines = #"""
        service "mailer" { type = "Mailer", args = { host = "a" } }
        service "v8" { type = "Engine", args = { brand = "V8" } }
        service "v6" { type = "Engine", args = { brand = "V6" } }

        """#

    private func container(
        _ script: String, register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Container {
        try Container(
            text: script,
            types: [Engine.self, SparkPlugFactory.self, Mailer.self, Ledger.self, Stoppable.self, Badge.self],
            environment: .test
        ) { services in
            services.registerOwner(Dashboard.self)
            services.registerOwner(Splash.self)
            services.registerStore(MemoryStore(), named: "default")
            try register(&services)
        }
    }

    @Test func reloads() async throws {
        let folder = try Playground(["container.lua": Self.engines])
        let container = try Container(
            scripts: ["\(folder.path)/container.lua"], types: [Engine.self, Mailer.self], environment: .test)
        let listening = Task {
            for await outcome in container.reloads() {  // the outcome of each reload, whoever requested it
                print(outcome)
            }
        }
        let ahead = try container.reloadPlan()  // what a reload would change
        let plan = try container.reload()  // reads every script again
        let watch = try container.watch()  // reloads after each change of a file, until it is released or cancelled
        #expect(ahead == plan && plan.isEmpty)
        watch.cancel()
        listening.cancel()
    }

    @Test func checkedReloads() async throws {
        let folder = try Playground(["container.lua": Self.engines])
        let container = try Container(
            scripts: ["\(folder.path)/container.lua"], types: [Engine.self, Mailer.self], environment: .test)
        let plan = try await container.reload(checking: .health)  // within 30 seconds, or .health(within: .seconds(10))

        container.reloadCheck = .health.and { plan in  // for reloads by a watch, a signal, or `attach`
            try await container.resolve("mailer", as: Mailer.self).sendTest()
        }
        #expect(plan.isEmpty)
        try folder.write(Self.engines.replacing("V6", with: "V7"), to: "container.lua")
        try await container.reload(checking: .health)
        try container.rollback()
        for record in container.reloadLog { print(record) }
        // 2026-03-01T10:15:00Z reload by watch: generation 2 in use, 14 kept, 1 replaced
        // 2026-03-01T10:16:30Z rollback by call: generation 3 in use, 14 kept, 1 replaced
        #expect(try await container.resolve("v6", as: Engine.self).brand == "V6")
    }

    @Test func refusedCheck() async throws {
        let script = { (host: String) in
            """
            parameters { host = "\(host)" }
            service "cache" { type = "Connection", args = { host = "a" }, start = "connect", stop = "close" }
            service "pool"  { type = "Connection", args = { host = "%host%", over = ref.cache }, start = "connect", stop = "close" }
            """
        }
        let folder = try Playground(["container.lua": script("a")])
        let container = try Container(
            scripts: ["\(folder.path)/container.lua"], types: [Connection.self], environment: .test)
        try await container.start()
        try folder.write(script("b").replacing("host = \"a\"", with: "host = \"c\""), to: "container.lua")
        let error = await #expect(throws: ContainerError.self) { try await container.reload(checking: .health) }
        let said = error.map { "\($0)" }?.replacing("\(folder.path)/", with: "")
        #expect(said == (try Guide("Documentation/Running.md").output(1)))
        await container.shutdownGracefully()
    }

    @Test func stopping() throws {
        let ledger = Ledger()
        var container: Container? = try container(
            #"""
            service "pool" { type = "Pool", args = { size = 8 }, stop = "close" }              -- a method without arguments
            service "log"  { type = "Log", stop = function(log) log:write("end") end }
            """#
            .replacing("\"Pool\", args = { size = 8 }", with: "\"Stoppable\", args = { size = 8, ledger = ref.ledger }")
            .replacing("\"Log\"", with: "\"Stoppable\", args = { ledger = ref.ledger }")
        ) { services in
            services.register("ledger") { _ in ledger }
        }
        _ = try container?.resolve("pool", as: Stoppable.self)
        _ = try container?.resolve("log", as: Stoppable.self)
        container = nil
        #expect(ledger.notes.sorted() == ["closed", "end"])
    }

    @Test func draining() throws {
        let ledger = Ledger()
        let container = try container(
            #"""
            service "pool" { type = "Pool", args = { size = 8 }, stop = "close", reload = { "drain", limit = 300 } }
            """#
            .replacing("\"Pool\", args = { size = 8 }", with: "\"Stoppable\", args = { size = 8, ledger = ref.ledger }")
        ) { services in
            services.register("ledger") { _ in ledger }
            services.register(
                "other", lifecycle: Lifecycle(reload: .drain(limit: .seconds(300)), stop: { $0.ledger.note("closed") })
            ) { _ in Stoppable(ledger: ledger) }
        }
        _ = try container.resolve("pool", as: Stoppable.self)
        #expect(container.generations.map(\.draining) == [[]])
    }

    @Test(arguments: [true, false]) func handingOver(isWritten: Bool) throws {
        let text = #"""
            service "cache" {
                type = "Cache", args = { size = 100 }, stop = "close",
                handover = function(former, new, c) new:load(former:entries()) end,
            }
            """#
        let line = "    handover = function(former, new, c) new:load(former:entries()) end,\n"
        let written = isWritten ? text : text.replacing(line, with: "")
        let playground = try Playground(["container.lua": written])
        let container = try Container(
            scripts: ["\(playground.path)/container.lua"], types: [Cache.self], environment: .test)
        try container.resolve("cache", as: Cache.self).load(["a"])
        try playground.write(written.replacing("100", with: "200"), to: "container.lua")
        try container.reload()
        let cache = try container.resolve("cache", as: Cache.self)
        #expect((cache.entries, cache.loads.withLock { $0 }) == (["a"], isWritten ? 1 : 0))
    }

    @Test func applyingAgain() throws {
        func text(_ level: String) -> String {
            "parameters { [\"log.level\"] = \"\(level)\" }\n" + #"""
                service "log" { type = "FileLog", args = { path = "app.log" }, set = { level = param "log.level" }, reload = "reapply" }
                """#
        }
        let playground = try Playground(["container.lua": text("info")])
        let container = try Container(
            scripts: ["\(playground.path)/container.lua"], types: [FileLog.self], environment: .test)
        let log = try container.resolve("log", as: FileLog.self)
        try playground.write(text("debug"), to: "container.lua")
        #expect(try container.reload().reapplied == ["log"])
        #expect(try container.resolve("log", as: FileLog.self) === log)
        #expect(log.level == "debug")
    }

    @MainActor @Test func hooks() throws {
        let container = try container(
            Self.engines + #"inject { slot = "Dashboard.engine", value = ref "v8" }"# + "\n" + #"""
                hook.created("mailer", function(mailer, info) mailer.retries = 5 end)
                hook.injected("Dashboard.engine", function(engine, owner, info) print(info.id, engine.brand) end, { priority = 10 })
                hook.reloading(function(plan) if #plan.removed > 0 then return false, "a service would be removed" end end)
                """#)
        #expect(try container.resolve("mailer", as: Mailer.self).retries == 5)
        try container.inject(into: Dashboard())
        try container.reload()
    }

    @Test func hooksInSwift() throws {
        let container = try container(Self.engines) { services in
            services.setParameter("host", to: "b")
            services.addHook(.created("mailer")) { (mailer: inout Mailer, info) in
                mailer = Mailer(host: try info.parameter("host"))
            }
        }
        #expect(try container.resolve("mailer", as: Mailer.self).host == "b")
    }

    @MainActor @Test func slots() throws {
        let container = try container(
            Self.engines + #"""
                inject { slot = "Dashboard.engine", value = ref "v8" }
                inject { type = "Engine", owner = "Dashboard", value = ref "v6" }
                inject { protocol = "Mailing", value = ref "mailer" }
                inject { owner = "Splash", value = skip }
                inject { slot = "Badge.text", value = function(badge, c) return badge.name .. " of " .. c.param "brand" end }
                inject { type = "Engine", value = ref "v6", where = function(slot) return slot.name:find "^spare" ~= nil end }
                parameters { brand = "ACME" }
                """#)
        let (dashboard, splash, badge) = (Dashboard(), Splash(), Badge(name: "Ada"))
        try container.inject(into: badge)
        try container.inject(into: dashboard)
        try container.inject(into: splash)
        try dashboard.$serial.assign("4711")
        #expect(dashboard.engine.brand == "V8" && dashboard.mailer is Mailer && dashboard.items.isEmpty)
        #expect(dashboard.serial == "4711" && splash.engine == nil && badge.text == "Ada of ACME")
    }

    @MainActor @Test func preferences() async throws {
        let container = try container(
            #"""
            preferences "Settings" {
                nickname = { default = "Anonymous" },
                volume   = { default = 5, min = 0, max = 10 },
                theme    = { default = "dark", one_of = { "dark", "light" }, key = "AppTheme" },
            }
            """#)
        let player = Player()
        try container.inject(into: player)
        let listening = Task {
            for await change in container.preferences.changes() {  // whoever made it
                print(change.name, change.new)
            }
            for try await volume in try container.preferences.watch("Settings.volume", as: Int.self) {
                print(volume)  // 7, and then the newest after each change
            }
        }
        try container.preferences.set("Settings.volume", to: 7)  // throws for 11, and stores nothing then
        #expect(player.volume == 7)
        #expect(throws: ContainerError.self) { try container.preferences.set("Settings.volume", to: 11) }
        listening.cancel()
    }

    private static let layer = #"""
        -- test.lua
        parameters { brand = "TEST" }
        service "spark_plugs" (function(c) return SparkPlugFactory { perCylinder = 2 } end)
        hook.created("engine", function(engine, info) info.get("ledger"):note(engine.brand) end)
        hook.created("dealer", function() error "no test of cars needs a dealer" end)
        """#

    @Test func layers() async throws {
        let script = #"""
            parameters { brand = "V12" }
            service "spark_plugs" { type = "SparkPlugFactory", args = { perCylinder = 1 } }
            service "engine" { type = "Engine", args = { brand = "%brand%" } }
            service "ledger" { type = "Ledger" }
            service "dealer" { type = "Ledger" }
            """#
        let folder = try Playground(["container.lua": script, "test.lua": Self.layer])
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try enter(folder)
            let types: [any Exposed.Type] = [Engine.self, SparkPlugFactory.self, Ledger.self]
            let container = try Container(scripts: ["container.lua", "test.lua"], types: types, environment: .test)
            #expect(try await container.resolve("spark_plugs", as: SparkPlugFactory.self).perCylinder == 2)
            #expect(try await container.resolve(Engine.self).brand == "TEST")
            #expect(try await container.resolve("ledger", as: Ledger.self).notes == ["TEST"])
            #expect(throws: ContainerError.self) { try container.resolve("dealer", as: Ledger.self) }
        }
    }
}
