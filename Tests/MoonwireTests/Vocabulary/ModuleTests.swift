import Moonwire
import TestSupport
import Testing

/// Files that `include` runs with a prefix, with exports, and with options.
@Suite struct ModuleTests {
    private static let mail = """
        alias "transport" "bicycle"
        service "mailer" { type = "Insured", args = { inner = ref "transport" } }
        service "bicycle" { type = "Bicycle" }
        """

    private func container(_ text: String, files: [String: String] = ["mail.lua": ModuleTests.mail]) throws -> Container
    {
        try wire(text, files: files, types: Delivery.types)
    }

    @Test("95: ids of an included file have its prefix") func idsHaveThePrefix() throws {
        let container = try container(
            """
            service "bicycle" { type = "Truck" }
            include("mail.lua", { prefix = "mail." })
            service "outbox" { type = "Outbox", args = { courier = ref "mail.mailer" } }
            service "other" { type = "Outbox", args = { courier = ref "bicycle" } }
            """)
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "insured bicycle")
        #expect(try container.resolve("other", as: Outbox.self).courier.name == "truck")
        #expect(
            container.ids == ["bicycle", "mail.transport", "mail.mailer", "mail.bicycle", "outbox", "other"])
    }

    @Test func aFileMayBeIncludedSeveralTimes() throws {
        let container = try container(
            """
            include("mail.lua", { prefix = "one." })
            include("mail.lua", { prefix = "two." })
            """)
        for prefix in ["one.", "two."] {
            #expect(try container.resolve("\(prefix)mailer", as: Insured.self).name == "insured bicycle")
        }
    }

    @Test func everyFormOfReferenceFindsIdsOfTheFileFirst() throws {
        let file = """
            service "hub" { type = "Hub", args = { later = lazy "bicycle", each = provider.bicycle } }
            service "text" { type = "CourierList", args = { couriers = { "@bicycle", optional "bicycle", "@truck" } } }
            service "tag" { type = "CourierList", args = { couriers = tagged("c", { exclude = { "bicycle" } }) } }
            service "base" { abstract = true, type = "Outbox", args = { courier = ref "bicycle" } }
            service "child" { parent = "base" }
            service "inside" { type = "Outbox", args = { courier = inline { type = "Insured", args = { inner = ref "bicycle" } } } }
            service "made" (function(c) return CourierList { couriers = { c.get "bicycle", c:get("truck") } } end)
            service "built" { factory = function(args, c) return CourierList { couriers = { c.built "bicycle" } } end, uses = { "bicycle" } }
            service "fleet" { type = "Fleet" }
            service "sent" { factory = { ref "fleet", "outbox" }, args = { courier = ref "bicycle" } }
            service "bicycle" { type = "Insured", args = { inner = inline { type = "Bicycle" } }, tags = "c" }
            service "mine" { type = "Truck", tags = "c" }
            extend "mine" { eager = true }
            decorate "mine" { type = "Insured", args = { inner = inner } }
            assert(defined "bicycle" and not defined "nothing")
            hook.created("mine", function(courier, info) assert(info.id == "m.mine") end)
            """
        let container = try container(
            """
            service "bicycle" { type = "Bicycle" }
            service "truck" { type = "Truck" }
            include("file.lua", { prefix = "m." })
            """, files: ["file.lua": file])
        let hub = try container.resolve("m.hub", as: Hub.self)
        #expect(try hub.later?().name == "insured bicycle")
        #expect(try hub.each?().name == "insured bicycle")
        func names(_ id: String) throws -> [String] {
            try container.resolve(id, as: CourierList.self).couriers.map(\.name)
        }
        #expect(try names("m.text") == ["insured bicycle", "insured bicycle", "truck"])
        #expect(try names("m.tag") == ["insured truck"])
        #expect(try names("m.made") == ["insured bicycle", "truck"])
        #expect(try names("m.built") == ["insured bicycle"])
        for id in ["m.child", "m.sent"] {
            #expect(try container.resolve(id, as: Outbox.self).courier.name == "insured bicycle")
        }
        #expect(try container.resolve("m.inside", as: Outbox.self).courier.name == "insured insured bicycle")
    }

    @Test("96: what a file does not export is private to it") func onlyExportsCanBeReferredTo() throws {
        let container = try container(
            """
            local mailer = include("mail.lua", { prefix = "mail.", exports = { "mailer" } })
            service "outbox" { type = "Outbox", args = { courier = ref "mail.mailer" } }
            """)
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "insured bicycle")
        #expect(container.ids == ["mail.mailer", "outbox"])
        #expect(
            message { _ = try container.resolve("mail.bicycle", as: Bicycle.self) }
                == "mail.lua:3: service \"mail.bicycle\" is not public: only other services can refer to it")
    }

    @Test("96: a reference from elsewhere is a fault that names the exports") func otherReferencesAreFaults() {
        let text = message {
            _ = try container(
                """
                include("mail.lua", {
                    prefix = "mail.",
                    exports = { "mailer" },
                })
                service "outbox" { type = "Outbox", args = { courier = ref "mail.bicycle" } }
                alias "bike" "mail.transport"
                service "base" { parent = "mail.bicycle" }
                """)
        }
        #expect(
            text == """
                container.lua:5: service "outbox": argument "courier" refers to "mail.bicycle", which mail.lua does not export
                    write `exports = { "mailer", "bicycle" }` at container.lua:3
                container.lua:6: service "bike": alias refers to "mail.transport", which mail.lua does not export
                    write `exports = { "mailer", "transport" }` at container.lua:3
                container.lua:7: service "base": "parent" refers to "mail.bicycle", which mail.lua does not export
                    write `exports = { "mailer", "bicycle" }` at container.lua:3
                """)
    }

    @Test func exportsThatAreNotDefinedAreFaults() {
        #expect(
            message { _ = try container("include(\"mail.lua\", { exports = { \"mialer\" } })") }
                == """
                container.lua:1: mail.lua exports "mialer", but does not define it
                    did you mean "mailer"?
                """)
    }

    @Test func modulesMayContainModules() throws {
        let outer = """
            include("mail.lua", { prefix = "mail.", exports = { "mailer" } })
            service "outbox" { type = "Outbox", args = { courier = ref "mail.mailer" } }
            """
        let files = ["mail.lua": Self.mail, "app.lua": outer]
        let container = try container(
            "include(\"app.lua\", { prefix = \"app.\", exports = { \"outbox\" } })", files: files)
        #expect(container.ids == ["app.outbox"])
        #expect(try container.resolve("app.outbox", as: Outbox.self).courier.name == "insured bicycle")
        let text = message {
            _ = try self.container(
                """
                include("app.lua", { prefix = "app.", exports = { "outbox" } })
                service "wrong" { type = "Outbox", args = { courier = ref "app.mail.mailer" } }
                """, files: files)
        }
        #expect(text.contains("refers to \"app.mail.mailer\", which app.lua does not export"), "\(text)")
    }

    @Test("99: options are declared, and passed by include") func optionsArePassed() throws {
        let file = """
            local options = options {
                name = { kind = "string" }, count = { default = 2 }, ratio = { kind = "number", default = 1 },
                on = { default = true }, tags = { kind = "list", default = {} }, more = { kind = "map", default = {} },
                courier = { kind = "service", default = ref "bicycle" },
            }
            service "holder" { type = "Holder", args = { value = {
                name = options.name, count = options.count, ratio = options.ratio, on = options.on, tags = options.tags, more = options.more,
            } } }
            service "outbox" { type = "Outbox", args = { courier = options.courier } }
            service "bicycle" { type = "Bicycle" }
            """
        let container = try container(
            """
            service "bicycle" { type = "Truck" }
            include("file.lua", { prefix = "a.", options = { name = "x", on = false, tags = { "t" }, courier = ref "bicycle" } })
            include("file.lua", { prefix = "b.", options = { name = "y", ratio = 2, more = { k = 1 } } })
            """, files: ["file.lua": file])
        #expect(
            try container.resolve("a.holder", as: Holder.self).value
                == ["name": "x", "count": 2, "ratio": 1, "on": false, "tags": ["t"], "more": []])
        #expect(
            try container.resolve("b.holder", as: Holder.self).value
                == ["name": "y", "count": 2, "ratio": 2, "on": true, "tags": [], "more": ["k": 1]])
        #expect(try container.resolve("a.outbox", as: Outbox.self).courier.name == "truck")
        #expect(try container.resolve("b.outbox", as: Outbox.self).courier.name == "bicycle")
    }

    @Test("99: mistakes in options are faults") func mistakesInOptionsAreFaults() {
        let file = "local options = options { host = { kind = \"string\" }, port = { default = 25 } }"
        func said(_ include: String, _ file: String = file) -> String {
            message { _ = try container(include, files: ["mail.lua": file]) }
        }
        #expect(
            said("include(\"mail.lua\", { options = { host = \"h\", prot = 26 } })") == """
                container.lua:1: include "mail.lua": there is no option "prot"
                    did you mean "port"?
                """)
        #expect(
            said("include(\"mail.lua\", { options = { host = \"h\", port = \"26\" } })")
                == "container.lua:1: include \"mail.lua\": option \"port\" expects an integer, got the string \"26\"")
        #expect(
            said("include(\"mail.lua\", { options = {} })") == """
                container.lua:1: include "mail.lua": option "host" is missing
                    it has no default, and expects a string
                """)
        #expect(
            said("include \"mail.lua\"") == """
                mail.lua:1: options: option "host" is missing
                    it has no default, and expects a string
                """)
        #expect(
            said("include(\"mail.lua\", { options = { host = \"h\" } })", "service \"x\" { type = \"Bicycle\" }") == """
                container.lua:1: mail.lua does not declare options
                    write `local options = options { name = { default = … } }` in it
                """)
        #expect(
            said("include \"mail.lua\"", "options { port = 25, host = { kind = \"txt\", defualt = 1, default = 2 } }")
                == """
                mail.lua:1: option "host": "kind" expects one of "string", "boolean", "integer", "number", "list", "map", "service", got the string "txt"
                mail.lua:1: options: option "port" expects a table, got the integer 25
                    write `port = { default = … }`, or `port = { kind = "string" }` for one that must be given
                mail.lua:1: options: there is no key "defualt"
                    did you mean "default"?
                """)
    }

    @Test(arguments: [
        (
            "include(\"mail.lua\", { prefx = \"m.\" })",
            "container.lua:1: include \"mail.lua\": there is no key \"prefx\"\n    did you mean \"prefix\"?"
        ),
        (
            "include(\"mail.lua\", { prefix = 1 })",
            "container.lua:1: include \"mail.lua\": \"prefix\" expects a string, got the integer 1"
        ),
        (
            "include(\"mail.lua\", { exports = \"mailer\" })",
            "container.lua:1: include \"mail.lua\": \"exports\" expects a list of ids of the file, got the string \"mailer\""
        ),
        (
            "include(\"mail.lua\", { options = 1 })",
            "container.lua:1: include \"mail.lua\": \"options\" expects a table of options, got the integer 1"
        ),
        (
            "include(\"mail.lua\", 7)",
            "container.lua:1: include \"mail.lua\" expects a table, got the integer 7"
        ),
    ]) func mistakesInTheTableAreFaults(_ text: String, _ expected: String) {
        let said = message { _ = try container(text) }
        #expect(said == expected)
    }

    @Test func aReloadFollowsTheFile() throws {
        let text = "include(\"mail.lua\", { prefix = \"m.\", exports = { \"mailer\" } })"
        let living = try Living(text, files: ["mail.lua": Self.mail], types: Delivery.types)
        let mailer: Insured = try living.container.resolve("m.mailer")
        try living.reload(text + "\nservice \"more\" { type = \"Bicycle\" }")
        #expect(try living.container.resolve("m.mailer", as: Insured.self) === mailer)
        try living.edit(Self.mail.replacing("type = \"Bicycle\"", with: "type = \"Truck\""), "mail.lua")
        try living.reload()
        #expect(try living.container.resolve("m.mailer", as: Insured.self).name == "insured truck")
    }
}
