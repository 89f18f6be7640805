import Moonwire
import MoonwireObjects
import Testing

/// Each mistake with a partial, word for word.
@Suite struct PartialMessageTests {
    private func fault(_ text: String, types: [any Exposed.Type] = []) -> String {
        message { _ = try pages(text, types: types) }
    }

    private func warnings(_ text: String) throws -> String {
        try pages(text).diagnostics.entries.map { "\($0)" }.joined(separator: "\n")
    }

    @Test(arguments: [
        ("partial()", "container.lua:1: partial expects a name, got no value"),
        ("partial \"\" {}", "container.lua:1: partial expects a name, got the string \"\""),
        (
            "partial \"Row\"",
            """
            container.lua:1: partial "Row" is incomplete: a table or a function must follow
                write `partial "Row" { … }`
            """
        ),
        ("partial \"Row\" (7)", "container.lua:1: partial \"Row\" expects a table or a function, got the integer 7"),
        (
            "partial(\"Row\", { type = \"View\" })",
            "container.lua:1: partial takes 1 argument, got 2\n    write `partial \"Row\" { … }`"
        ),
        ("partial \"Row\" {}", "container.lua:1: partial \"Row\": it has no \"type\" and no \"factory\""),
        (
            "partial \"Row\" {\n    type = \"View\",\n    sett = {},\n}",
            "container.lua:3: partial \"Row\": there is no key \"sett\"\n    did you mean \"set\"?"
        ),
        (
            "partial \"Row\" {\n    type = \"View\",\n    scope = \"shared\",\n}",
            "container.lua:3: partial \"Row\" cannot have the key \"scope\": each use of a partial builds a new object"
        ),
        ("partial \"Row\" {\n    type = \"Vew\",\n}", "container.lua:2: partial \"Row\": type \"Vew\""),
        (
            "partial \"Row\" {\n    type = \"View\",\n    set = { titel = \"x\" },\n}",
            "container.lua:3: partial \"Row\": View has no property \"titel\""
        ),
        (
            "partial \"Row\" { type = \"View\",\n    set = { title = 7 } }",
            "container.lua:2: partial \"Row\": property \"title\" expects a string, got the integer 7"
        ),
        (
            "partial \"Row\" { type = \"View\",\n    set = { views = { ref \"partial.Rw\" } } }",
            "container.lua:2: partial \"Row\": property \"views\" at 1 refers to \"partial.Rw\", which is not defined"
        ),
        (
            "partial \"Row\" { type = \"View\", set = { views = { ref \"partial.Row\" } } }",
            "container.lua:1: partial \"Row\" depends on itself: partial.Row -> partial.Row"
        ),
        (
            "partial \"Clip\" { type = \"Movie\" }",
            "container.lua:1: partial \"Clip\" cannot be built asynchronously: its initializer is asynchronous"
        ),
        (
            "partial \"Row\" { type = \"View\", set = { title = argument \"text\" } }\n"
                + "service \"view\" { type = \"View\", set = { views = { ref \"partial.Row\" } } }",
            "container.lua:2: service \"view\": property \"views\" at 1 refers to \"partial.Row\", which needs argument \"text\" (String)"
        ),
    ]) func faults(_ script: String, _ expected: String) {
        let said = fault(script)
        #expect(said.contains(expected), "\(said)")
    }

    @Test func aWordOfAContainerWithoutTheProductIsAFault() {
        let said = message { _ = try Container(text: "partial \"Row\" {}", types: [View.self], environment: .test) }
        #expect(said.contains("addObjects()"), "\(said)")
    }

    @Test func aSlotWithoutAPartialIsAWarning() throws {
        let said = try warnings(#"partial "HeaderViw" { type = "View" }"#)
        #expect(
            said.contains("slot Page.header: no partial makes HeaderView\n    did you mean \"HeaderViw\"?"), "\(said)")
        #expect(!said.contains("Page.footer"), "\(said)")
        let fitting = try warnings(#"partial "Any" { type = "HeaderView" }"#)
        #expect(!fitting.contains("no partial"), "\(fitting)")
    }

    @Test func anUnknownNameHasTheNearestOne() throws {
        let container = try pages(#"partial "HeaderViw" { type = "HeaderView" }"#)
        let said = message { _ = try container.instantiate("HeaderView", as: HeaderView.self) }
        #expect(said == "partial \"HeaderView\" is not defined\n    did you mean \"HeaderViw\"?")
        let other = message { _ = try container.instantiate("Zebra", as: HeaderView.self) }
        #expect(other.contains("write `partial \"Zebra\" { … }` in a script"), "\(other)")
        let slot = withContainer(container) { message { _ = try Page().$header.get() } }
        #expect(
            slot == """
                MoonwireObjectsTests/Pages.swift:52: slot Page.header: partial "HeaderView" is not defined
                    did you mean "HeaderViw"?
                """)
    }

    @Test func anotherTypeIsAnError() throws {
        let container = try pages(#"partial "HeaderView" { type = "View" }"#)
        let said = message { _ = try container.instantiate("HeaderView", as: HeaderView.self) }
        #expect(said.contains(#"partial "HeaderView" is View and cannot be resolved as HeaderView"#), "\(said)")
        let slot = withContainer(container) { message { _ = try Page().$header.get() } }
        #expect(
            slot == """
                MoonwireObjectsTests/Pages.swift:52: slot Page.header: partial "HeaderView" is View and cannot be resolved as HeaderView
                    see container.lua:1
                """)
    }

    @Test func aSlotGivesNoArguments() throws {
        let container = try pages(
            #"partial "HeaderView" { type = "HeaderView", set = { title = argument "text" } }"#)
        let said = withContainer(container) { message { _ = try Page().$header.get() } }
        #expect(
            said == """
                MoonwireObjectsTests/Pages.swift:52: slot Page.header: partial "HeaderView" needs argument "text" (String)
                    it takes (text)
                    see container.lua:1
                """)
    }

    @Test func argumentsAreChecked() throws {
        let container = try pages(#"partial "Row" { type = "View", set = { title = argument "text" } }"#)
        let missing = message { _ = try container.instantiate("Row", as: View.self) }
        #expect(
            missing == """
                container.lua:1: partial "Row" needs argument "text" (String)
                    in service "partial.Row"
                    it takes (text)
                """)
        let surplus = message { _ = try container.instantiate("Row", as: View.self, with: ["text": "a", "txt": "b"]) }
        #expect(
            surplus == """
                container.lua:1: partial "Row" has no argument "txt"
                    did you mean "text"?
                    in service "partial.Row"
                    it takes (text)
                """)
        let kind = message { _ = try container.instantiate("Row", as: View.self, with: ["text": 7]) }
        #expect(
            kind == """
                container.lua:1: partial "Row": property "title" expects a string, got Int
                    in service "partial.Row"
                """)
    }

    @Test func aPartialThatBuildsItselfIsAnError() throws {
        let container = try pages(
            """
            partial "Row" {
                type = "View", set = { title = argument "text" },
                configure = function(view, c) c.get("partial.Row", { text = view.title .. "x" }) end,
            }
            """)
        let said = message { _ = try container.instantiate("Row", as: View.self, with: ["text": "a"]) }
        #expect(said.contains("partial \"Row\" depends on itself while it is built"), "\(said)")
    }
}
