import Foundation
import Testing

/// Messages for invalid input: word for word, with status 1, and nothing written.
@Suite struct BadInputTests {
    private func run(_ files: [String: String], _ arguments: [String] = [], folder: String = "pages") async throws
        -> (errors: String, status: Int32)
    {
        let fixture = try Fixture(files)
        let result = try await Program([folder, "--output", "site"] + arguments, in: fixture.root).run()
        #expect(!FileManager.default.fileExists(atPath: fixture.output))
        #expect(result.output.isEmpty)
        return (result.errors, result.status)
    }

    @Test func missingFolder() async throws {
        let result = try await run([:], folder: "pagse")
        #expect(result.errors == "pagse: there is no such folder\n")
        #expect(result.status == 1)
    }

    @Test func unreadablePage() async throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try FileManager.default.createSymbolicLink(
            atPath: fixture.pages + "/gone.md", withDestinationPath: "/nonexistent.md")
        let result = try await Program(["pages", "--output", "site"], in: fixture.root).run()
        #expect(result.errors == "pages/gone.md: cannot be read: No such file or directory\n")
        #expect(result.status == 1)
        #expect(fixture.site("index.html") == nil)
    }

    @Test func wrongUnicode() async throws {
        let fixture = try Fixture()
        try fixture.write(Data([0x61, 0x0A, 0x0A, 0xFF, 0x0A]), to: fixture.pages + "/a.md")
        let result = try await Program(["pages", "--output", "site"], in: fixture.root).run()
        #expect(result.errors == "pages/a.md:3: the text is not UTF-8\n")
        #expect(result.status == 1)
    }

    @Test func everythingWrongInHeadsAtOnce() async throws {
        let result = try await run([
            "a.md": "---\ntitle: x\ndate: tomorrow\n---\n", "b.md": "---\nwhat\n---\n", "c.md": "---\ntitle: x\n",
            "d.md": "---\ndraft: maybe\n---\n", "e.md": "---\norder: first\n---\n", "f.md": "---\na: 1\na: 2\n---\n",
        ])
        #expect(
            result.errors == """
                pages/a.md:3: "date" expects a day such as 2026-01-31, got "tomorrow"
                pages/b.md:2: "what" is not a field of the page's head
                    write "name: value"
                pages/c.md:1: the page's head begins here and does not end
                    close it with a line of "---"
                pages/d.md:2: "draft" expects true or false, got "maybe"
                pages/e.md:2: "order" expects an integer, got "first"
                pages/f.md:3: the page's head gives "a" twice

                """)
        #expect(result.status == 1)
    }

    @Test func twoPagesWithOnePath() async throws {
        let result = try await run(["README.md": "# A", "index.md": "# B"])
        #expect(
            result.errors == "pages/index.md: would be written to \"index.html\", which pages/README.md already uses\n")
        #expect(result.status == 1)
    }

    @Test func pageWhereAnotherFileLies() async throws {
        let result = try await run(["robots.txt": "mine", "index.md": "# B"])
        #expect(result.errors == "robots.txt: the site would have two files of this name\n")
        #expect(result.status == 1)
    }

    @Test func unknownTemplate() async throws {
        let result = try await run(["a.md": "---\ntemplate: lists\n---\n"])
        #expect(
            result.errors == """
                pages/a.md:2: there is no template "lists"
                    did you mean "list"?

                """)
        #expect(result.status == 1)
    }

    @Test func deadLink() async throws {
        let result = try await run(["setup.md": "# Setup", "index.md": "# Home\n\nsee\n[it](setpu.md)"])
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(2) == [
                "pages/index.md:4: link \"setpu.md\" refers to a file that does not exist",
                "    did you mean \"setup.md\"?",
            ])
        #expect(lines.count > 2 && lines[2].hasSuffix("failed: 1 dead link, so nothing was published"))
        #expect(result.status == 1)
    }

    @Test func linkToAFileThatIsNotInTheSite() async throws {
        let result = try await run(["index.md": "[code](main.swift)", "main.swift": "let a = 1"])
        #expect(
            result.errors.hasPrefix(
                """
                pages/index.md:1: link "main.swift" refers to a file outside the site
                    name it in parameter "site.include", or set "site.repository" to an address where it is published

                """))
        #expect(result.status == 1)
    }

    @Test func brokenScript() async throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.write(Data("service 'writer' { type = 'SiteWritr' }\n".utf8), to: fixture.script)
        let result = try await Program(["pages", "--output", "site", "--script", "test.lua"], in: fixture.root).run()
        #expect(
            result.errors == """
                test.lua:1: service "writer": type "SiteWritr" is not exposed
                    did you mean "SiteWriter" or "Site"?

                """)
        #expect(result.status == 1)
        #expect(fixture.site("index.html") == nil)
    }

    @Test func templateThatFails() async throws {
        let fixture = try Fixture(["index.md": "# Home", "other.md": "# Other"])
        let script = """
            local function render(page, site)
                return page.titel
            end
            service "templates" { type = "Templates", args = { functions = { page = render } } }
            """
        try fixture.write(Data(script.utf8), to: fixture.script)
        let result = try await Program(["pages", "--output", "site", "--script", "test.lua"], in: fixture.root).run()
        #expect(
            result.errors == """
                test.lua:2: template "page" failed: SitePage has no property or method "titel"
                    did you mean "title"?
                    for page "pages/index.md"
                    and once more

                """)
        #expect(result.status == 1)
        #expect(fixture.site("index.html") == nil)
    }

    @Test func includedFileThatIsMissing() async throws {
        let fixture = try Fixture(["index.md": "# Home"])
        let script = "parameters { site = { include = { \"indx.md\" } } }"
        try fixture.write(Data(script.utf8), to: fixture.script)
        let result = try await Program(["pages", "--output", "site", "--script", "test.lua"], in: fixture.root).run()
        #expect(
            result.errors == """
                pages: parameter "site.include" names "indx.md", which does not exist
                    did you mean "index.md"?

                """)
        #expect(result.status == 1)
    }

    @Test func folderThatIsNoSite() async throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.write(Data("mine".utf8), to: fixture.output + "/letter.txt")
        let result = try await Program(["pages", "--output", "site"], in: fixture.root).run()
        #expect(
            result.errors == """
                site: is not empty and does not contain a site that almanac wrote
                    nothing was written; choose another folder, or empty this one

                """)
        #expect(result.status == 1)
        let over = try await Program(["pages", "--output", "pages"], in: fixture.root).run()
        #expect(over.errors == "pages: the site would be written over its own pages\n")
        #expect(over.status == 1)
    }

    @Test(arguments: [
        ([], "expects one folder, got 0"), (["a", "b", "--output", "c"], "expects one folder, got 2"),
        (["a"], "--output SITE is missing"),
        (["a", "--output"], "option \"--output\" expects a value"),
        (["a", "--outptu", "x"], "there is no option \"--outptu\"\n    did you mean \"--output\"?"),
        (["a", "--output", "b", "--set", "x"], "option \"--set\" expects NAME=VALUE, got \"x\""),
    ])
    func callThatIsNotUnderstood(_ arguments: [String], _ message: String) async throws {
        let result = try await Program(arguments, in: "/").run()
        #expect(result.errors == "almanac: \(message)\n    see almanac --help\n")
        #expect(result.status == 2)
    }
}
