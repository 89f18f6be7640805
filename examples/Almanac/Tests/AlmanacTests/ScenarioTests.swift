import AlmanacParts
import Foundation
import Moonwire
import MoonwireTesting
import Testing

/// What is built for a site, and what is not.
@Suite struct ScenarioTests {
    private let fixture: Fixture
    private let almanac: Container

    init() throws {
        fixture = try Fixture(["index.md": "# Home"])
        almanac = try fixture.container(
            """
            scenario "two publications" {
                builds = { press = 1, reader = 1, content = 2, site = 2 },
            }

            scenario "the writer cannot be built" {
                live = { "publication" },
                fail = { writer = "no space left" },
            }
            """)
    }

    @Test func eachPublicationReadsThePagesAgain() throws {
        try almanac.withScenario("two publications") {
            #expect(try almanac.resolve(.publication).written.contains("index.html"))
            try fixture.write("news.md", "# News")
            #expect(try almanac.resolve(.publication).pageCount == 2)
        }
    }

    /// The scenario does not permit the reader.
    @Test func nothingIsReadWithoutAWriter() throws {
        try almanac.withScenario("the writer cannot be built") {
            let error = #expect(throws: ContainerError.self) { try almanac.resolve(.publication) }
            #expect(error.map { "\($0)".contains("could not be built: no space left") } == true)
        }
        #expect(fixture.site("index.html") == nil)
    }
}
