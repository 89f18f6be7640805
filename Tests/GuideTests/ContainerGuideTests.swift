import Foundation
import Moonwire
import Testing

final class WallClock: Exposed, Sendable {
    let zone: String

    init(zone: String) { self.zone = zone }

    static let exposure = Exposure(WallClock.self) {
        Initializer("zone", body: WallClock.init)
    }
}

final class MailService: Exposed, Sendable {
    let host: String
    let clock: WallClock

    init(host: String, clock: WallClock) {
        self.host = host
        self.clock = clock
    }

    static let exposure = Exposure(MailService.self) {
        Initializer("host", "clock", body: MailService.init)
        Method("close") { (_: MailService) in }
    }
}

private final class Job: Exposed, Sendable {
    let name: String

    init(name: String) { self.name = name }

    static let exposure = Exposure(Job.self) {
        Initializer("name", body: Job.init)
    }
}

private final class Desk: Exposed, Sendable {
    let container: ContainerHandle

    init(container: ContainerHandle) { self.container = container }

    func host(in zone: String) throws -> String {
        try container().withScope("request") {
            $0.supply(WallClock(zone: zone), for: "zone")
        } operation: {
            try container().resolve("reply", as: MailService.self).host
        }
    }

    static let exposure = Exposure(Desk.self) { Initializer("container", body: Desk.init) }
}

extension ServiceKey<MailService> {
    static let mailer = ServiceKey("mailer")
}

private final class Dashboard {
    @Injected var mailer: MailService
    @Injected("cleanup") var job: Job
    @Injected var spare: Dashboard?
    @Lazy var history: [String]
}

extension Preferences.Key<Int> {
    static let volume = Preferences.Key<Int>("Settings.volume")
}

/// The code of `Documentation/Container.md`, word for word.
@Suite struct ContainerGuideTests {
    private static let script = #"""
        -- container.lua
        parameters { host = "localhost" }

        service "clock"   { type = "WallClock", args = { zone = "UTC" } }
        service "mailer"  { type = "MailService", args = { host = "%host%", clock = ref "clock" } }
        service "cleanup" { type = "Job", args = { name = "cleanup" }, tags = { { "nightly", priority = 5 } } }
        service "backup"  { type = "Job", args = { name = "backup" }, tags = "nightly" }
        """#

    private let guide: Guide

    init() throws {
        guide = try Guide("Documentation/Container.md")
    }

    private func container(_ more: String = "") throws -> Container {
        try Container(
            text: Self.script + "\n" + more, types: [WallClock.self, MailService.self, Job.self, Desk.self],
            environment: .dev)
    }

    /// The guide names the script relative to the working directory.
    @Test func creating() async throws {
        let folder = try Playground(["container.lua": Self.script])
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try enter(folder)
            let container = try Container(
                scripts: ["container.lua"],  // or URLs; later scripts override earlier ones
                types: [WallClock.self, MailService.self, Job.self],  // what scripts may use
                environment: .dev  // .test, .prod, or a name that the scripts declare
            )
            #expect(container.contains("mailer"))
        }
    }

    @Test func resolving() throws {
        let print = Printer()
        let container = try container()
        let mailer = try container.resolve("mailer", as: MailService.self)
        let sameMailer = try container.resolve(.mailer)
        let onlyMailer = try container.resolve(MailService.self)
        #expect(mailer === sameMailer && mailer === onlyMailer)
        let jobs = try container.tagged("nightly", as: Job.self)
        print(jobs.map(\.name))  // ["cleanup", "backup"]
        #expect(print.lines == [#"["cleanup", "backup"]"#])
        #expect(throws: ContainerError.self) { try container.resolve(Job.self) }
        #expect(container.location(of: "mailer")?.line == 5)
        #expect(container.instances.map(\.id).contains("mailer"))
    }

    @Test func replacing() throws {
        let print = Printer()
        let container = try container()
        try container.withOverrides { services in
            services.override("clock") { _ in WallClock(zone: "Europe/London") }
        } operation: {
            print(try container.resolve(.mailer).clock.zone)  // Europe/London
        }
        #expect(print.lines == ["Europe/London"])
        #expect(try container.resolve(.mailer).clock.zone == "UTC")
    }

    private static let scopes = #"""
        scopes { "request" }
        service "zone"  { type = "WallClock", synthetic = true, scope = "request" }
        service "reply" { type = "MailService", scope = "request", args = { host = "%host%", clock = ref "zone" }, stop = "close" }
        """#

    @Test func scopes() throws {
        let print = Printer()
        let container = try container(Self.scopes)
        try container.withScope("request") {
            $0.supply(WallClock(zone: "Asia/Tokyo"), for: "zone")
        } operation: {
            print(try container.resolve("reply", as: MailService.self).clock.zone)  // Asia/Tokyo
        }
        #expect(print.lines == ["Asia/Tokyo"])
    }

    @Test func openScopes() throws {
        let container = try container(Self.scopes)
        func handle() throws { #expect(container.generations.map(\.scopes) == [["request"]]) }
        let request = try container.openScope("request") { $0.supply(WallClock(zone: "UTC"), for: "zone") }
        let reply = try request.resolve("reply", as: MailService.self)
        try request.perform { try handle() }  // as inside `withScope`
        request.close()
        #expect(reply.clock.zone == "UTC")
        #expect(throws: ContainerError.self) { try request.resolve("reply", as: MailService.self) }
    }

    @Test func handles() throws {
        let container = try container(
            Self.scopes + "\n" + #"""
                service "desk" { type = "Desk" }
                """#)
        #expect(try container.resolve(Desk.self).host(in: "UTC") == "localhost")
    }

    @Test func openOverrides() throws {
        let print = Printer()
        let container = try container()
        func handle() throws { #expect(try container.resolve(.mailer).clock.zone == "Asia/Tokyo") }
        let tenant = try container.openOverrides { services in
            services.override("clock") { _ in WallClock(zone: "Asia/Tokyo") }
            services.setParameter("host", to: "mail.example.jp")
        }
        print(try tenant.resolve(.mailer).host)  // mail.example.jp
        try tenant.perform { try handle() }
        tenant.close()
        #expect(print.lines == ["mail.example.jp"])
        #expect(try container.resolve(.mailer).host == "localhost")
    }

    @Test func registering() async throws {
        let folder = try Playground(["container.lua": Self.script])
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try enter(folder)
            let container = try Container(
                scripts: ["container.lua"], types: [WallClock.self, MailService.self, Job.self], environment: .dev
            ) { services in
                services.register("system", tags: [ServiceTag("nightly", priority: 10)]) { _ in Job(name: "system") }
                services.register("backup mailer") { resolver in
                    MailService(host: "backup", clock: try resolver.resolve("clock", as: WallClock.self))
                }
                services.registerAlias("watch", of: "clock")
                services.decorate("mailer") { (inner: MailService, _) in
                    MailService(host: "relay." + inner.host, clock: inner.clock)
                }
                services.setParameter("region", to: "eu")
                services.override("clock") { _ in WallClock(zone: "CET") }
            }
            #expect(try await container.resolve("watch", as: WallClock.self).zone == "CET")
            #expect(try await container.resolve("mailer", as: MailService.self).host.hasPrefix("relay."))
            #expect(container.ids.contains("watch"))
            #expect(try await container.tagged("nightly", as: Job.self).map(\.name) == ["system", "cleanup", "backup"])
            #expect(try await container.resolve("backup mailer", as: MailService.self).clock.zone == "CET")
            #expect(try container.parameter("region", as: String.self) == "eu")
        }
    }

    @Test func defining() throws {
        let container = try Container(
            text: #"parameters { host = "localhost" }"#, types: [WallClock.self, MailService.self], environment: .dev
        ) { services in
            services.define("clock", type: WallClock.self) { $0.arguments = ["zone": "UTC"] }
            services.define("mailer", type: "MailService") {
                $0.arguments = ["host": .parameter("host"), "clock": .service("clock")]
                $0.tags = ["mail"]
            }
        }
        #expect(try container.resolve("mailer", as: MailService.self).clock.zone == "UTC")
        #expect(try container.tagged("mail", as: MailService.self).count == 1)
    }

    @Test func supplying() throws {
        let container = try container(#"service "window" { synthetic = true }"#)
        #expect(throws: ContainerError.self) { try container.resolve("window", as: Job.self) }
        try container.supply(Job(name: "main window"), for: "window")
        #expect(try container.resolve("window", as: Job.self).name == "main window")
    }

    @Test func resetting() throws {
        let container = try container()
        let mailer = try container.resolve("mailer", as: MailService.self)
        try container.reset("mailer")
        #expect(try container.resolve("mailer", as: MailService.self) !== mailer)
    }

    @Test func parameters() throws {
        let container = try container()
        let host = try container.parameter("host", as: String.self)
        try container.setParameter("host", to: "mail.example.org")
        #expect(host == "localhost")
        #expect(try container.resolve(.mailer).host == "mail.example.org")
        #expect(throws: ContainerError.self) { try container.setParameter("hots", to: "x") }
    }

    @Test func environments() throws {
        let print = Printer()
        let script = #"""
            environments { "dev", "test", "staging", "prod" }
            parameters { host = "localhost" }
            when("staging", function() parameters { host = "staging.example.org" } end)
            """#
        let staging = try Container(text: script, environment: "staging")
        print(try staging.parameter("host", as: String.self))  // staging.example.org
        #expect(print.lines == ["staging.example.org"])
        #expect(throws: ContainerError.self) { try Container(text: script, environment: "stagin") }
    }

    @Test func errors() throws {
        let print = Printer()
        let container = try container()
        do {
            _ = try container.resolve("mialer", as: MailService.self)
        } catch let error as ContainerError where error.code == .unknownService {
            print(error)
            print(error.diagnostics[0].suggestions)  // ["mailer"]
        }
        #expect(print.lines == [try guide.output(1), #"["mailer"]"#])
    }

    @Test func diagnostics() throws {
        let print = Printer()
        let container = try container(#"hook.created("type:Nothing*", function() end)"#)
        for diagnostic in container.diagnostics.entries where diagnostic.severity == .warning {
            print(diagnostic)
        }
        #expect(print.lines.count == 1)
    }

    @Test func reloading() throws {
        let folder = try Playground(["container.lua": Self.script])
        let container = try Container(
            scripts: ["\(folder.path)/container.lua"], types: [WallClock.self, MailService.self, Job.self],
            environment: .dev)
        try folder.write(Self.script.replacing("UTC", with: "GMT"), to: "container.lua")
        let ahead = try container.reloadPlan()  // what a reload would change
        let plan = try container.reload()  // reads all scripts again
        let reloads = container.reloads()  // the outcomes of reloads, as an asynchronous sequence
        let watch = try container.watch()  // reloads after each edit, until it is released or cancelled
        #expect(ahead == plan && plan.changed.map(\.name) == ["clock"])
        #expect(reloads.dropped == 0)
        watch.cancel()
    }

    @Test func hooks() async throws {
        let folder = try Playground(["container.lua": Self.script])
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [folder = folder.path as String] in
            try enter(folder)
            let container = try Container(
                scripts: ["container.lua"], types: [WallClock.self, MailService.self, Job.self], environment: .dev
            ) { services in
                services.addHook(.created("tag:nightly")) { (job: Job, info) in print("created \(info.id ?? "")") }
                services.addHook(.created("clock")) { (clock: inout WallClock, _) in clock = WallClock(zone: "GMT") }
                services.addHook(.failed("*")) { error, _ in print(error) }
                services.addHook(.reloading) { plan, _ in print(plan) }
                services.addHook(.parameter("host")) { name, new, old, _ in print("\(name): \(old) -> \(new)") }
            }
            _ = try await container.tagged("nightly", as: Job.self)
            try container.setParameter("host", to: "b")
            #expect(try await container.resolve("clock", as: WallClock.self).zone == "GMT")
        }
        #expect(
            text(result?.standardOutputContent) == """
                created cleanup
                created backup
                host: "localhost" -> "b"
                """)
    }

    @MainActor @Test func slots() throws {
        let print = Printer()
        let container = try container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        print(dashboard.mailer.host, dashboard.job.name)  // localhost cleanup
        #expect(print.lines == ["localhost cleanup"])
        #expect(dashboard.spare == nil && dashboard.history.isEmpty)
        withContainer(container) { #expect(Dashboard().mailer === dashboard.mailer) }
    }

    @Test func preferences() throws {
        let print = Printer()
        let container = try Container(
            text: #"preferences "Settings" { volume = { default = 5, min = 0, max = 10 } }"#, environment: .test
        ) { services in
            services.registerStore(MemoryStore(), named: "default")
        }
        try container.preferences.set(.volume, to: 7)
        print(try container.preferences.get(.volume))  // 7
        try container.preferences.reset(.volume)
        #expect(print.lines == ["7"])
        #expect(try container.preferences.get(.volume) == 5)
        #expect(throws: ContainerError.self) { try container.preferences.set(.volume, to: 11) }
    }
}
