import AlmanacParts
import Foundation
import Moonwire
import Testing

/// The files that are written, and above all those that are not.
@Suite struct WriterTests {
    private func modified(_ fixture: Fixture, _ path: String) throws -> Date {
        let values = try FileManager.default.attributesOfItem(atPath: fixture.output + "/" + path)
        return try #require(values[.modificationDate] as? Date)
    }

    @Test func unchangedFilesAreNotWrittenAgain() throws {
        let fixture = try Fixture(["index.md": "# Home", "a.md": "# A", "b.md": "# B"])
        let first = try fixture.build()
        #expect(first.written.contains("a.html"))
        let old = Date(timeIntervalSince1970: 1_000_000)
        for path in ["a.html", "b.html", ".almanac"] {
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: fixture.output + "/" + path)
        }
        try fixture.write("a.md", "# A\n\nnew")
        let second = try fixture.build()
        #expect(second.written == ["a.html", "search.js"])
        #expect(try modified(fixture, "a.html") != old)
        #expect(try modified(fixture, "b.html") == old)
        #expect(try fixture.build().written.isEmpty)
    }

    @Test func pagesThatAreGoneAreRemovedAndNothingElse() throws {
        let fixture = try Fixture(["index.md": "# Home", "deep/er/a.md": "# A"])
        try fixture.build()
        try fixture.write(Data("mine".utf8), to: fixture.output + "/CNAME")
        try FileManager.default.removeItem(atPath: fixture.pages + "/deep")
        #expect(
            try fixture.build().removed == ["deep/er/a.html", "deep/er/index.html", "deep/index.html"])
        #expect(!FileManager.default.fileExists(atPath: fixture.output + "/deep"))
        #expect(fixture.site("CNAME") == "mine")
    }

    @Test func nothingIsHalfWritten() throws {
        let fixture = try Fixture(["index.md": "# Home", "z.md": "# Z"])
        try fixture.build()
        let before = try #require(fixture.site("index.html"))
        // z.html is now a folder, which a file cannot replace.
        try FileManager.default.removeItem(atPath: fixture.output + "/z.html")
        try fixture.write(Data(), to: fixture.output + "/z.html/file")
        try fixture.write("index.md", "# New")
        do {
            try fixture.build()
            Issue.record("it was written")
        } catch let error as ContainerError {
            let problem = try #require(error.underlying as? Problem)
            #expect(
                "\(problem)".replacing(fixture.root + "/", with: "") == """
                    site/z.html: cannot be written: Is a directory
                        the site is unchanged
                    """)
        }
        #expect(fixture.site("index.html") == before)
        let left = try FileManager.default.contentsOfDirectory(atPath: fixture.output)
        #expect(!left.contains { $0.hasPrefix(".almanac-") })
    }

    @Test func nothingOutsideOfTheSiteIsTouched() throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.build()
        try fixture.write(Data("../pages/index.md\n/etc/almanac\n".utf8), to: fixture.output + "/.almanac")
        #expect(try fixture.build().removed.isEmpty)
        #expect(FileManager.default.fileExists(atPath: fixture.pages + "/index.md"))
        let script = """
            service "out" {
                type = "ScriptedFile", tags = "site.extra",
                args = { path = "../out.txt", text = function() return "" end },
            }
            """
        #expect(throws: ContainerError.self) { try fixture.build(script) }
        #expect(!FileManager.default.fileExists(atPath: fixture.root + "/out.txt"))
    }

    @Test func whatAKilledRunLeftIsInNobodysWay() throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.write(Data(), to: fixture.output + "/.almanac-stage/0")
        try fixture.build()
        #expect(fixture.site("index.html") != nil)
        #expect(!FileManager.default.fileExists(atPath: fixture.output + "/.almanac-stage"))
    }

    @Test func preferencesAreKeptInTheFolder() throws {
        let fixture = try Fixture(["index.md": "# Home"])
        try fixture.container().preferences.set(.readingTheme, to: "light")
        try fixture.build()
        #expect(fixture.site("index.html")?.contains("data-theme=\"light\"") == true)
        #expect(throws: ContainerError.self) { try fixture.container().preferences.set(.readingPageLength, to: 0) }
    }
}
