import AlmanacParts
import Foundation
import Testing

/// The program as a whole, without errors.
@Suite struct ProgramTests {
    @Test func itSaysWhatItDid() async throws {
        let fixture = try Fixture(["index.md": "# Home", "a.md": "# A"])
        let first = try await Program(["pages", "--output", "site"], in: fixture.root).run()
        #expect(first.status == 0)
        #expect(first.errors.isEmpty)
        #expect(first.output.contains(/^site: 2 pages in [0-9.]+ s, 8 files written, 0 unchanged, 0 removed\n$/))
        let again = try await Program(["pages/", "--output", "site/"], in: fixture.root).run()
        #expect(again.output.contains("0 files written, 8 unchanged, 0 removed"))
    }

    @Test func preferencesAreSetOnce() async throws {
        let fixture = try Fixture(["index.md": "# Home"])
        let call = ["pages", "--output", "site"]
        #expect(try await Program(call + ["--set", "Reading.theme=dark"], in: fixture.root).run().status == 0)
        #expect(try await Program(call, in: fixture.root).run().status == 0)
        #expect(fixture.site("index.html")?.contains("data-theme=\"dark\"") == true)
        let wrong = try await Program(call + ["--set", "Reading.theme=drak"], in: fixture.root).run()
        #expect(wrong.errors.contains("preference \"Reading.theme\" expects one of \"auto\", \"light\", \"dark\""))
        #expect(wrong.status == 1)
    }

    @Test func warningsAreTold() async throws {
        let fixture = try Fixture(["index.md": "# Home"])
        let script = """
            service "checker" { type = "LinkChecker" }
            hook.created("wirter*", function() end)
            """
        try fixture.write(Data(script.utf8), to: fixture.script)
        let result = try await Program(["pages", "--output", "site", "--script", "test.lua"], in: fixture.root).run()
        #expect(
            result.errors == """
                test.lua:2: warning: hook.created("wirter*") matches no service
                    did you mean "writer"?

                """)
        #expect(result.status == 0)
    }

    @Test func checkKnowsTheTypes() async throws {
        let result = try await Program(["check"], in: "/").run()
        #expect(result.output.hasPrefix("no faults in 3 environments"))
        #expect(result.status == 0)
    }

    @Test func generatedPagesMakeASite() async throws {
        let fixture = try Fixture()
        #expect(try await Program(["generate", "30", "pages"], in: fixture.root).run().status == 0)
        let publication = try fixture.build()
        #expect(publication.pageCount == 32)
    }
}
