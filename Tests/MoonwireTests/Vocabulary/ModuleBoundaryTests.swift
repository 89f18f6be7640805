import Moonwire
import TestSupport
import Testing

/// What crosses the boundary of a file that is included as a module.
@Suite struct ModuleBoundaryTests {
    private func container(_ text: String, _ files: [String: String]) throws -> Container {
        try wire(text, files: files, types: Delivery.types)
    }

    @Test(
        arguments: [
            "decorate \"outbox\" { type = \"Outbox\", args = { courier = ref \"helper\" } }",
            "extend \"outbox\" { args = { courier = ref \"helper\" } }",
            "decorate \"bicycle\" { type = \"Insured\", args = { inner = ref \"helper\" } }",
            "extend \"hub\" { args = { later = ref \"slow\", each = provider \"helper\" } }",
            "extend \"hub\" { call = { { \"use\", optional(\"helper\", { built = true }) } } }",
        ])
    func aFileMayAddItsPrivateServicesToThoseOfOthers(change: String) throws {
        let file = """
            service "helper" { type = "Truck" }
            service "slow" { type = "Truck", lazy = true }
            \(change)
            """
        let container = try container(
            """
            service "bicycle" { type = "Bicycle" }
            service "hub" { type = "Hub" }
            service "outbox" { type = "Outbox", args = { courier = ref "bicycle" } }
            include("m.lua", { prefix = "m.", exports = {} })
            """, ["m.lua": file])
        let outbox = try container.resolve("outbox", as: Outbox.self).courier.name
        let expected = change.contains("outbox") ? "truck" : change.contains("bicycle") ? "insured truck" : "bicycle"
        #expect(outbox == expected)
        let later = try container.resolve("hub", as: Hub.self).later?().name
        #expect(later == (change.contains("slow") ? "truck" : nil))
        #expect(container.ids == ["bicycle", "hub", "outbox"])
    }

    @Test func whatIsExportedIsInheritedWithPrivateServices() throws {
        let file = """
            service "helper" { type = "Truck" }
            service "base" { abstract = true, type = "Outbox", args = { courier = ref "helper" } }
            """
        let container = try container(
            """
            include("m.lua", { prefix = "m.", exports = { "base" } })
            service "child" { parent = "m.base" }
            """, ["m.lua": file])
        #expect(try container.resolve("child", as: Outbox.self).courier.name == "truck")
    }

    @Test func otherFilesDoNotPassPrivateServicesOn() {
        let files = [
            "a.lua": "service \"helper\" { type = \"Truck\" }",
            "b.lua": """
            local options = options { courier = { kind = "service" } }
            service "outbox" { type = "Outbox", args = { courier = options.courier } }
            """,
        ]
        let text = message {
            _ = try container(
                """
                include("a.lua", { prefix = "a.", exports = {} })
                include("b.lua", { prefix = "b.", options = { courier = ref "a.helper" } })
                """, files)
        }
        #expect(text.contains("\"courier\" refers to \"a.helper\", which a.lua does not export"), "\(text)")
    }

    @Test func extendAboveTheDefinitionRefersToIt() {
        let file = """
            extend "bicycle" { type = "Truck" }
            service "bicycle" { type = "Bicycle" }
            """
        let text = message {
            _ = try container(
                "service \"bicycle\" { type = \"Bicycle\" }\ninclude(\"m.lua\", { prefix = \"m.\" })", ["m.lua": file])
        }
        #expect(
            text == """
                m.lua:1: extend "m.bicycle": service "m.bicycle" is not defined
                    it is defined later, at m.lua:2, and must be defined before it is extended
                """)
    }

    @Test func filesThatAreRequiredBelongToNoModule() throws {
        let files = [
            "m.lua": """
            local first = ref "own"
            require "common"
            service "outbox" { type = "Outbox", args = { courier = ref "shared" } }
            service "other" { type = "Outbox", args = { courier = first } }
            service "own" { type = "Truck" }
            """,
            "common.lua": """
            include("parts.lua", { prefix = "parts." })
            service "shared" { type = "Insured", args = { inner = ref "parts.bicycle" } }
            """,
            "parts.lua": "service \"bicycle\" { type = \"Bicycle\" }",
        ]
        let container = try container(
            """
            include("m.lua", { prefix = "a.", exports = { "outbox", "other" } })
            include("m.lua", { prefix = "b.", exports = { "outbox" } })
            service "mine" { type = "Outbox", args = { courier = ref "shared" } }
            """, files)
        #expect(container.ids == ["parts.bicycle", "shared", "a.outbox", "a.other", "b.outbox", "mine"])
        for id in ["a.outbox", "b.outbox", "mine"] {
            #expect(try container.resolve(id, as: Outbox.self).courier.name == "insured bicycle")
        }
        #expect(try container.resolve("a.other", as: Outbox.self).courier.name == "truck")
    }

    @Test func coroutinesBelongToTheirModule() throws {
        let files = [
            "m.lua": """
            local define = coroutine.wrap(function()
                service "first" { type = "Bicycle" }
                include("parts.lua", { prefix = "parts." })
                service "second" { type = "Bicycle" }
            end)
            define()
            service "third" { type = "Insured", args = { inner = ref "first" } }
            """,
            "parts.lua": "service \"part\" { type = \"Truck\" }",
        ]
        let container = try container(
            "include(\"m.lua\", { prefix = \"m.\" })\nservice \"last\" { type = \"Truck\" }", files)
        #expect(container.ids == ["m.first", "m.parts.part", "m.second", "m.third", "last"])
    }

    @Test func aFileThatIncludesItselfInACoroutineIsACycle() {
        let text = message {
            _ = try container(
                "include \"m.lua\"", ["m.lua": "coroutine.wrap(function() include \"m.lua\" end)()"])
        }
        #expect(text.contains("m.lua:1: include \"m.lua\" forms a cycle: "), "\(text)")
    }
}
