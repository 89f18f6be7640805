import LuaRuntime
import Moonwire
import Synchronization
import Testing

private nonisolated protocol Mailing: Sendable {}

private final class Log: Exposed, Sendable {
    static let exposure = Exposure(Log.self) {
        Initializer { Log() }
    }
}

private final class Mailer: Mailing, Exposed {
    let host: String
    let state = Mutex((name: "", retries: 0, isUsed: false))

    init(host: String, log: Log) { self.host = host }

    static let exposure = Exposure(Mailer.self) {
        Initializer("host", "log", body: Mailer.init)
        Property(
            "name", get: { $0.state.withLock(\.name) }, set: { (mailer: Mailer, name: String) in mailer.set(name) })
        Property(
            "retries", get: { $0.state.withLock(\.retries) }, set: { (mailer: Mailer, count: Int) in mailer.set(count) }
        )
        Method("use", "clock") { (mailer: Mailer, _: Log) in mailer.state.withLock { $0.isUsed = true } }
        Provides { $0 as any Mailing }
    }

    private func set(_ name: String) { state.withLock { $0.name = name } }
    private func set(_ retries: Int) { state.withLock { $0.retries = retries } }
}

private final class Filter: Exposed, Sendable {
    let apply: LuaFunction

    init(apply: LuaFunction) { self.apply = apply }

    static let exposure = Exposure(Filter.self) {
        Initializer("apply", body: Filter.init)
    }
}

private final class Smtp: Mailing, Exposed {
    let host: String

    init(host: String) { self.host = host }

    static let exposure = Exposure(Smtp.self) {
        Initializer("host", body: Smtp.init)
        Provides { $0 as any Mailing }
    }
}

private final class Around: Mailing, Exposed {
    let inner: any Mailing
    let attempts: Int

    init(inner: any Mailing, attempts: Int) {
        self.inner = inner
        self.attempts = attempts
    }

    static let exposure = Exposure(Around.self) {
        Initializer("inner", "attempts", body: Around.init)
        Initializer("inner", "log") { (inner: any Mailing, _: Log) in Around(inner: inner, attempts: 0) }
        Provides { $0 as any Mailing }
    }
}

private final class Pages: Exposed, Sendable {
    let processors: [Log]

    init(processors: [Log]) { self.processors = processors }

    static let exposure = Exposure(Pages.self) {
        Initializer("processors", body: Pages.init)
    }
}

private final class Repository: Exposed, Sendable {
    let page: Int
    private let heat = Mutex(0)
    var isWarm: Bool { heat.withLock { $0 == 10 } }

    init(database: Log, page: Int) { self.page = page }

    static let exposure = Exposure(Repository.self) {
        Initializer("database", ExposedArgument("page", default: 20), body: Repository.init)
        Method("warm", "count") { (repository: Repository, count: Int) in repository.heat.withLock { $0 = count } }
    }
}

private final class Visit: Exposed, Sendable {
    let user: Log

    init(user: Log) { self.user = user }

    static let exposure = Exposure(Visit.self) { Initializer("user", body: Visit.init) }
}

private final class Journal: Exposed, Sendable {
    let visits: ServiceProvider<Visit>

    init(visits: ServiceProvider<Visit>) { self.visits = visits }

    static let exposure = Exposure(Journal.self) { Initializer("visits", body: Journal.init) }
}

private final class Newsletter: Exposed, Sendable {
    let subject: String
    let mailing: any Mailing

    init(subject: String, mailing: any Mailing) {
        self.subject = subject
        self.mailing = mailing
    }

    static let exposure = Exposure(Newsletter.self) {
        Initializer("subject", "mailing", body: Newsletter.init)
        Property("subject", \.subject)
    }
}

private final class Archive: Exposed, Sendable {
    let copies: [any Mailing]

    init(copies: [any Mailing]) { self.copies = copies }

    static let exposure = Exposure(Archive.self) { Initializer("copies", body: Archive.init) }
}

private struct Request: Exposed {
    var path: String
    var headers: [String: String] = [:]
    var redirects = 0

    static let exposure = Exposure(Request.self) {
        Initializer("path") { (path: String) in Request(path: path) }
        Method("adding", "header", "value") { (request: Request, header: String, value: String) in
            var changed = request
            changed.headers[header] = value
            return changed
        }
        Method("following", "redirects") { (request: Request, redirects: Int) in
            var changed = request
            changed.redirects = redirects
            return changed
        }
    }
}

/// The code of `Documentation/Wiring.md`, word for word.
@Suite struct WiringGuideTests {
    private static let mailer = #"""
        service "mailer" {
            type  = "Mailer",                                   -- an initializer of this type, chosen by its labels
            args  = { host = param "smtp.host", log = ref "log" },
            scope = "shared",
            set   = { retries = 3 },
            call  = { { "use", ref "clock" } },
            configure = function(mailer, c) mailer.name = c.param "name" end,
        }
        """#

    private func container(_ script: String, types: [String: String] = [:]) throws -> Container {
        let script = types.reduce(script) { $0.replacing("\"\($1.key)\"", with: "\"\($1.value)\"") }
        return try Container(
            text: script,
            types: [
                Mailer.self, Log.self, Filter.self, Smtp.self, Around.self, Pages.self, Repository.self,
                Visit.self, Journal.self, Newsletter.self, Archive.self, Request.self,
            ], environment: .dev
        ) { services in
            services.register("log") { _ in Log() }
            services.register("clock") { _ in Log() }
            services.register("db") { _ in Log() }
            services.setParameter("smtp.host", to: "mail")
            services.setParameter("name", to: "Ada")
        }
    }

    @Test func aService() throws {
        let mailer = try container(Self.mailer).resolve("mailer", as: Mailer.self)
        #expect(mailer.host == "mail")
        #expect(mailer.state.withLock { $0 } == (name: "Ada", retries: 3, isUsed: true))
    }

    @Test func functions() throws {
        let filter = try container(
            #"""
            service "shout" { type = "Filter", args = { apply = function(text) return text:upper() end } }
            """#
        ).resolve("shout", as: Filter.self)
        #expect(try filter.apply.call("a", as: String.self) == "A")
    }

    @Test func parallelFunctions() throws {
        let filter = try container(
            #"""
            local rate = 1.2
            local function price(item) return item.net * rate * (item.count or 1) end

            service "total" {
                type = "Filter",
                args = { apply = parallel(function(order)
                    local total = 0
                    for _, item in ipairs(order.items) do total = total + price(item) end
                    return total
                end) },
            }
            """#
        ).resolve("total", as: Filter.self)
        let items: PlainValue = ["items": [["net": 10], ["net": 5, "count": 2]]]
        #expect(try filter.apply.call(items, as: Double.self) == 24)
    }

    @Test func protocols() throws {
        let container = try container(#"service "smtp" { type = "Smtp", args = { host = "a" } }"#)
        #expect(try container.resolve((any Mailing).self) is Smtp)
    }

    @Test func changedValues() throws {
        let request = try container(
            #"""
            service "request" {
                type = "Request", args = { path = "/" },
                call = { { "adding", header = "Accept", value = "text/html" }, { "following", redirects = 3 } },
            }
            """#
        ).resolve("request", as: Request.self)
        #expect(request.headers == ["Accept": "text/html"] && request.redirects == 3)
    }

    @Test func partsOfServices() throws {
        let container = try container(
            #"""
            service "smtp" { type = "Smtp", args = { host = "localhost" } }
            service "news" { type = "Newsletter", args = { subject = "News", mailing = ref "smtp" } }

            """# + #"""
                service "subject" { factory = { ref "news", "subject" } }
                service "reminder" {
                    type = "Newsletter",
                    args = { subject = inline { factory = { ref "news", "subject" } }, mailing = ref "smtp" },
                }
                """#)
        #expect(try container.resolve("reminder", as: Newsletter.self).subject == "News")
        #expect(try container.resolve("subject", as: String.self) == "News")
    }

    @Test func optionalServices() throws {
        let container = try container(
            #"""
            service "toc" { type = "Log" }

            """# + #"""
                service "pages" { type = "Pages", args = { processors = { ref "toc", optional("formulas", { drop = true }) } } }
                """#)
        #expect(try container.resolve("pages", as: Pages.self).processors.count == 1)
    }

    @Test func changesToServicesOfEarlierScripts() throws {
        let container = try container(
            Self.mailer + "\n" + #"""
                -- test.lua, over container.lua
                extend "mailer" { args = { host = "localhost" }, tags = "fake" }
                default_service "clock" { type = "SystemClock" }
                if defined "metrics" then decorate "mailer" { type = "CountingMailer", args = { inner = inner, metrics = ref "metrics" } } end
                """#, types: ["SystemClock": "Log"])
        #expect(try container.resolve("mailer", as: Mailer.self).host == "localhost")
        #expect(try container.tagged("fake", as: Mailer.self).count == 1)
    }

    @Test func tags() throws {
        let container = try container(
            #"""
            service "toc"   { type = "Contents",   tags = { { "page.processor", priority = 10, name = "toc" } } }
            service "quote" { type = "Typography", tags = "page.processor" }

            service "pages" { type = "Pages", args = { processors = tagged "page.processor" } }
            """#, types: ["Contents": "Log", "Typography": "Log"])
        let (toc, quote) = (try container.resolve("toc", as: Log.self), try container.resolve("quote", as: Log.self))
        let processors = try container.resolve("pages", as: Pages.self).processors
        #expect(processors.count == 2 && processors[0] === toc && processors[1] === quote)
    }

    @Test func servicesByType() throws {
        let container = try container(
            #"""
            defaults { args = auto }

            service "smtp"       { type = "Smtp", args = { host = param "smtp.host" } }
            service "newsletter" { type = "Newsletter", args = { subject = "News" } }
            service "archive"    { type = "Archive", args = { copies = typed("Mailing", { all = true }) } }
            """#)
        let smtp = try container.resolve("smtp", as: Smtp.self)
        #expect(try container.resolve("newsletter", as: Newsletter.self).mailing as? Smtp === smtp)
        #expect(try container.resolve("archive", as: Archive.self).copies.map { $0 as? Smtp === smtp } == [true])
    }

    @Test func bindings() throws {
        let container = try container(
            #"""
            service "smtp" { type = "Smtp", args = { host = "a" } }
            service "other" { type = "Smtp", args = { host = "b" } }
            service "newsletter" { type = "Newsletter", args = auto }

            """# + #"""
                bind { type = "Mailing", value = ref "smtp" }
                bind { name = "subject", value = "News" }
                """#)
        let newsletter = try container.resolve("newsletter", as: Newsletter.self)
        #expect(newsletter.subject == "News")
        #expect((newsletter.mailing as? Smtp)?.host == "a")
    }

    @Test func decorators() throws {
        let decorators = #"""
            decorate "mailer" { type = "Retrying", args = { inner = inner, attempts = 3 } }
            decorate "mailer" (function(inner, c) return Logging { inner = inner, log = c.get "log" } end)
            """#
        let container = try container(
            Self.mailer + "\n" + decorators.replacing("Logging", with: "Around"), types: ["Retrying": "Around"])
        let outer = try #require(try container.resolve("mailer", as: (any Mailing).self) as? Around)
        let inner = try #require(outer.inner as? Around)
        #expect(outer.attempts == 0 && inner.attempts == 3 && inner.inner is Mailer)
    }

    @Test func inheritance() throws {
        let container = try container(
            #"""
            service "repository" { abstract = true, args = { database = ref "db" }, call = { { "warm", 10 } } }
            service "users"  { parent = "repository", type = "Users" }
            service "orders" { parent = "repository", type = "Orders", args = { page = 50 } }
            """#, types: ["Users": "Repository", "Orders": "Repository"])
        let (users, orders) = (
            try container.resolve("users", as: Repository.self), try container.resolve("orders", as: Repository.self)
        )
        #expect(users.page == 20 && orders.page == 50 && users.isWarm && orders.isWarm)
    }

    @Test func scopes() throws {
        let container = try container(
            #"""
            scopes { "session", request = { within = "session" } }

            service "user"    { type = "User", synthetic = true, scope = "session" }
            service "visit"   { type = "Visit", scope = "request", args = { user = ref "user" } }
            service "journal" { type = "Journal", args = { visits = provider "visit" } }
            """#, types: ["User": "Log"])
        let (journal, user) = (try container.resolve(Journal.self), Log())
        try container.withScope("session") {
            $0.supply(user, for: "user")
        } operation: {
            let visit = try container.withScope("request") { try journal.visits() }
            #expect(visit.user === user)
        }
    }

    @Test func defaults() throws {
        let container = try container(
            #"""
            defaults { scope = "transient", public = false, tags = "shop" }
            """# + "\n" + #"service "till" { type = "Log" }"#)
        #expect(throws: ContainerError.self) { try container.resolve("till", as: Log.self) }
        #expect(try container.tagged("shop", as: Log.self).count == 1)
    }
}
