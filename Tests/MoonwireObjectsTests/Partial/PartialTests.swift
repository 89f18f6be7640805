import Moonwire
import MoonwireObjects
import Testing

private let header = """
    parameters { name = "Home" }
    partial "Footer" { type = "View", set = { title = "end" } }
    partial "HeaderView" {
        type = "HeaderView",
        args = { width = 90 },
        set = {
            title = "%name%",
            views = { inline { type = "View", set = { title = "first" } }, ref "partial.Footer" },
        },
    }

    """

/// `partial`, `@Partial`, and `instantiate`.
@Suite struct PartialTests {
    @Test func aSlotIsBuiltAtItsFirstReadAndKept() throws {
        let container = try pages(header + #"service "page" { type = "Page" }"#)
        let page = try container.resolve("page", as: Page.self)
        #expect(!page.$header.isFilled)
        let first = page.header
        #expect((first.title, first.width) == ("Home", 90))
        #expect(first.views.map(\.title) == ["first", "end"])
        #expect(page.header === first)
        #expect(page.footer.title == "end")
        #expect(page.optional?.title == "Home")
        #expect(page.shown is HeaderView)
    }

    @Test func eachUseIsANewTree() throws {
        let container = try pages(header)
        let (one, other) = (Page(), Page())
        try withContainer(container) {
            #expect(one.header !== other.header)
            #expect(one.header.views[1] !== other.header.views[1])
            let made = try container.instantiate("HeaderView", as: HeaderView.self)
            #expect(made !== one.header)
        }
    }

    @Test func aSlotIsReadInTheInitializerOfItsOwner() throws {
        let container = try pages(header + #"service "page" { type = "EarlyPage" }"#)
        let page = try container.resolve("page", as: EarlyPage.self)
        #expect(page.titleOfInit == "Home")
        #expect(page.$header.isFilled)
        #expect(withContainer(container) { EarlyPage().titleOfInit } == "Home")
    }

    @Test func argumentsAreGivenWhenAnObjectIsBuilt() throws {
        let container = try pages(
            """
            local row = partial "Row" { type = "View", set = { title = argument("text", "none") } }
            partial "Table" {
                type = "View",
                set = { title = argument "title", views = { ref("partial.Row", { text = argument "title" }), row } },
            }
            """)
        let made = try container.instantiate("Table", as: View.self, with: ["title": "Prices"])
        #expect(made.title == "Prices")
        #expect(made.views.map(\.title) == ["Prices", "none"])
    }

    @Test func functionsBuildObjectsToo() throws {
        let container = try pages(
            """
            partial "Row" { type = "View", set = { title = argument "text" } }
            service "table" {
                factory = function(args, c) return c.get("partial.Row", { text = "from Lua" }) end,
            }
            """
        ) {
            $0.register("swift", as: View.self) { try $0.instantiate("Row", with: ["text": "from Swift"]) }
        }
        #expect(try container.resolve("table", as: View.self).title == "from Lua")
        #expect(try container.resolve("swift", as: View.self).title == "from Swift")
    }

    @Test func aRuleTakesPrecedenceOverThePartial() throws {
        let container = try pages(
            header + """
                service "page" { type = "Page" }
                inject { slot = "Page.footer", value = inline { type = "View", set = { title = "injected" } } }
                """)
        #expect(try container.resolve("page", as: Page.self).footer.title == "injected")
    }

    @Test func partialsAreNotAmongTheServices() throws {
        let container = try pages(header + #"service "only" { type = "HeaderView", set = { title = "only" } }"#)
        #expect(container.ids == ["only"])
        #expect(try container.resolve(HeaderView.self).title == "only")
        let said = message { _ = try container.resolve("partial.Footer", as: View.self) }
        #expect(said.contains(#"partial "Footer" is not public"#), "\(said)")
    }

    @Test func aPartialIsDecorated() throws {
        let container = try pages(
            header + """
                decorate "partial.Footer" (function(inner, c) inner.title = inner.title .. "!" return inner end)
                service "only" { type = "View", set = { title = "only" } }
                """)
        #expect(try container.instantiate("Footer", as: View.self).title == "end!")
        #expect(try container.resolve(View.self).title == "only")
        let said = message { _ = try container.instantiate("Foter", as: View.self) }
        #expect(said == "partial \"Foter\" is not defined\n    did you mean \"Footer\"?")
    }

    @Test func theLastPartialOfANameCounts() throws {
        let container = try pages(
            """
            partial "Row" { type = "View", set = { title = "one" } }
            partial "Row" { type = "View", set = { title = "two" } }
            """)
        #expect(try container.instantiate("Row", as: View.self).title == "two")
        let warning = container.diagnostics.entries.map { "\($0)" }.joined()
        #expect(
            warning.contains(#"partial "Row" is defined again; this replaces the definition at container.lua:1"#),
            "\(warning)")
    }

    @Test func aReloadLeavesSlotsThatAreFilled() throws {
        let scratch = try Scratch(types: [View.self, HeaderView.self, Page.self])
        try scratch.write(header)
        let container = try scratch.container()
        let page = Page()
        try withContainer(container) {
            let former = page.header
            try scratch.write(header.replacing("Home", with: "Start"))
            try container.reload()
            #expect(page.header === former)
            #expect(page.header.title == "Home")
            #expect((page.shown as? HeaderView)?.title == "Start")
            page.$header.reset()
            #expect(page.header.title == "Start")
        }
    }

    @Test func filesOfAFolderAreIncludedAndFollowed() throws {
        let scratch = try Scratch(types: [View.self, HeaderView.self, Page.self])
        try scratch.write(#"include "partials/Footer.lua""#)
        try scratch.write(#"partial "Footer" { type = "View", set = { title = "one" } }"#, to: "partials/Footer.lua")
        let container = try scratch.container()
        #expect(try container.instantiate("Footer", as: View.self).title == "one")
        try scratch.write(#"partial "Footer" { type = "View", set = { title = "two" } }"#, to: "partials/Footer.lua")
        try container.reload()
        #expect(try container.instantiate("Footer", as: View.self).title == "two")
    }

    @Test func objectsAndContainersAreReleased() throws {
        weak var released: HeaderView?
        weak var gone: Container?
        do {
            let container = try pages(header + #"service "page" { type = "Page" }"#)
            gone = container
            let page = try container.resolve("page", as: Page.self)
            released = page.header
            #expect(released != nil)
        }
        #expect(released == nil)
        #expect(gone == nil)
    }
}
