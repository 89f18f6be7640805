import Moonwire
import MoonwireObjects
import Testing

/// Names of partials in declarations of slots, which are known from the first object.
@Suite struct PartialNameTests {
    @Test func aMisspelledNameIsReportedWithTheFirstObject() throws {
        let container = try pages(
            """
            partial "HeaderView" { type = "HeaderView" }
            partial "Foter" { type = "View" }
            service "page" { type = "Page", scope = "transient" }
            """)
        func reported() -> [String] {
            container.diagnostics.entries.map { "\($0)" }.filter { $0.contains("refers to partial") }
        }
        #expect(reported() == [])
        for _ in 0..<2 { _ = try container.resolve("page", as: Page.self) }
        #expect(
            reported() == [
                """
                MoonwireObjectsTests/Pages.swift:53: warning: slot Page.footer refers to partial "Footer", which is not defined
                    did you mean "Foter"?
                """
            ])
    }
}
