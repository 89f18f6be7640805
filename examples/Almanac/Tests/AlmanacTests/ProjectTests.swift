import AlmanacParts
import Foundation
import Moonwire
import Testing

/// The site of this project's own documents, as scripts/demo builds it.
@Suite struct ProjectTests {
    private static let home = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private func site() throws -> (Fixture, Publication) {
        let fixture = try Fixture()
        var job = Job(folder: Self.home.appending(path: "../..").standardized.path, output: fixture.output)
        job.scripts.append(Self.home.path + "/moonwire.lua")
        return (fixture, try Almanac.container(for: job).resolve(.publication))
    }

    @Test func itsDocumentsMakeASite() throws {
        let (fixture, publication) = try site()
        #expect(publication.pageCount > 15)
        #expect(fixture.site("index.html")?.contains("href=\"Documentation/Running.html\"") == true)
        #expect(fixture.site("Documentation/Decisions/index.html")?.contains("0001") == true)
    }

    @Test(.enabled("Chromium is not installed") { Browser.path != nil }) func aBrowserHasNothingToSayOfIt() async throws
    {
        let (fixture, _) = try site()
        for path in ["index.html", "Documentation/Running.html", "Documentation/Decisions/index.html"] {
            let visit = try await Browser.visit(fixture.output + "/" + path)
            #expect(visit.console.isEmpty, "\(visit.console)")
            #expect(visit.document.contains("<h1"))
        }
    }
}
