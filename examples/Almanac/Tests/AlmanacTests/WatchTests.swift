import Foundation
import Testing

/// The running program, as an author sees it.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
    private static let home = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    @Test func everyEditShowsAndABrokenScriptKeepsTheSite() async throws {
        let fixture = try Fixture(["index.md": "# Home", "other.md": "# Other"])
        let script = "parameters { site = { title = \"First\" } }\n"
        try fixture.write(Data(script.utf8), to: fixture.script)
        let program = try Program(
            ["pages", "--output", "site", "--script", "test.lua", "--watch"], in: fixture.root)
        try program.process.run()
        defer {
            program.process.terminate()
            program.clean()
        }
        try await wait { program.output.contains("watching pages") }
        #expect(fixture.site("index.html")?.contains("<title>Home · First</title>") == true)

        try fixture.write("index.md", "# New home")
        try await wait { fixture.site("index.html")?.contains("New home · First") == true }
        try fixture.write("more.md", "# More")
        try await wait { fixture.site("more.html") != nil }
        try FileManager.default.removeItem(atPath: fixture.pages + "/more.md")
        try await wait { fixture.site("more.html") == nil }

        try fixture.write("index.md", "# Home\n\n[gone](gone.md)")
        try await wait { program.errors.contains("the site stays as it was") }
        #expect(program.errors.contains("pages/index.md:3: link \"gone.md\" refers to a file that does not exist"))
        #expect(fixture.site("index.html")?.contains("New home · First") == true)
        try fixture.write("index.md", "# Mended")
        try await wait { fixture.site("index.html")?.contains("Mended · First") == true }

        try fixture.write(Data(script.replacing("First", with: "Second").utf8), to: fixture.script)
        try await wait { fixture.site("other.html")?.contains("Other · Second") == true }

        try fixture.write(Data("parametres {}\n".utf8), to: fixture.script)
        try await wait { program.errors.contains("test.lua:1: ") }
        #expect(program.errors.contains("did you mean \"parameters\""))
        #expect(fixture.site("other.html")?.contains("Other · Second") == true)

        try fixture.write(Data(script.replacing("First", with: "Third").utf8), to: fixture.script)
        try await wait { fixture.site("other.html")?.contains("Other · Third") == true }
        #expect(program.process.isRunning)
    }

    @Test func aTemplateIsAScriptLikeAnyOther() async throws {
        let fixture = try Fixture(["index.md": "# Home"])
        let template = "return function(page) return Markup { tag = \"p\", content = { page.title, \" one\" } } end\n"
        try fixture.write(Data(template.utf8), to: fixture.root + "/mine/page.lua")
        let script = """
            local page = require "mine.page"
            service "templates" { type = "Templates", args = { functions = { page = page, list = page } } }
            """
        try fixture.write(Data(script.utf8), to: fixture.script)
        let program = try Program(
            ["pages", "--output", "site", "--script", "./test.lua", "--watch"], in: fixture.root)
        try program.process.run()
        defer {
            program.process.terminate()
            program.clean()
        }
        try await wait { program.output.contains("watching pages") }
        #expect(fixture.site("index.html")?.contains("<p>Home one</p>") == true)
        try fixture.write(
            Data(template.replacing("one", with: "two").utf8), to: fixture.root + "/mine/page.lua")
        try await wait { fixture.site("index.html")?.contains("<p>Home two</p>") == true }
        try fixture.write(
            Data(template.replacing("page.title", with: "page.titel").utf8), to: fixture.root + "/mine/page.lua")
        try await wait { program.errors.contains("did you mean \"title\"?") }
        #expect(fixture.site("index.html")?.contains("<p>Home two</p>") == true)
    }

    /// Checks repeatedly; the suite's time limit ends a wait for something that never happens.
    private func wait(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(20)) }
    }
}
