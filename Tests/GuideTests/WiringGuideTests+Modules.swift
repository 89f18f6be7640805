import Moonwire
import Testing

private final class SmtpTransport: Exposed, Sendable {
    let host: String
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    static let exposure = Exposure(SmtpTransport.self) { Initializer("host", "port", body: SmtpTransport.init) }
}

private final class TransportMailer: Exposed, Sendable {
    let transport: SmtpTransport

    init(transport: SmtpTransport) { self.transport = transport }

    static let exposure = Exposure(TransportMailer.self) { Initializer("transport", body: TransportMailer.init) }
}

private final class Signup: Exposed, Sendable {
    let mailer: TransportMailer

    init(mailer: TransportMailer) { self.mailer = mailer }

    static let exposure = Exposure(Signup.self) { Initializer("mailer", body: Signup.init) }
}

private final class SearchIndex: Exposed, Sendable {
    static let exposure = Exposure(SearchIndex.self) { Initializer { SearchIndex() } }
}

private final class Shop: Exposed, Sendable {
    let search: LazyService<SearchIndex>

    init(search: LazyService<SearchIndex>) { self.search = search }

    static let exposure = Exposure(Shop.self) { Initializer("search", body: Shop.init) }
}

private final class Status: Exposed, @unchecked Sendable {  // Changed only before it is shared.
    var search: SearchIndex?

    static let exposure = Exposure(Status.self) {
        Initializer { Status() }
        Property("search", \.search)
    }
}

/// The code about modules and lazy services in `Documentation/Wiring.md`, word for word.
@Suite struct ModuleGuideTests {
    @Test func modules() throws {
        let folder = try Playground([
            "mail.lua": #"""
            -- mail.lua
            local options = options { host = { kind = "string" }, port = { default = 25 } }

            service "transport" { type = "SmtpTransport", args = { host = options.host, port = options.port } }
            service "mailer"    { type = "TransportMailer", args = { transport = ref "transport" } }
            """#,
            "container.lua": #"""
            include("mail.lua", { prefix = "mail.", exports = { "mailer" }, options = { host = "localhost" } })
            service "signup" { type = "Signup", args = { mailer = ref "mail.mailer" } }
            """#,
        ])
        let container = try Container(
            scripts: [folder.path + "/container.lua"],
            types: [SmtpTransport.self, TransportMailer.self, Signup.self], environment: .dev)
        #expect(container.ids == ["mail.mailer", "signup"])
        #expect(try container.resolve("signup", as: Signup.self).mailer.transport.port == 25)
    }

    @Test func lazyServices() throws {
        let script = #"""
            service "search" { type = "SearchIndex", lazy = true }
            service "shop"   { type = "Shop", args = { search = ref "search" } }
            service "status" { type = "Status", set = { search = optional("search", { built = true }) } }
            """#
        let types: [any Exposed.Type] = [SearchIndex.self, Shop.self, Status.self]
        let container = try Container(text: script, types: types, environment: .dev)
        let shop = try container.resolve("shop", as: Shop.self)
        #expect(try container.resolve("status", as: Status.self).search == nil)
        let search = try shop.search()
        try container.reset("status")
        #expect(try container.resolve("status", as: Status.self).search === search)
    }
}
