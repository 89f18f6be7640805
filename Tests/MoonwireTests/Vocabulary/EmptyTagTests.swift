import Moonwire
import Testing

/// TagExpansion a tag that no service has while the container runs; the load reports what is collected in tables.
@Suite struct EmptyTagTests {
    private static let script = """
        service "smtp" { type = "Engine", args = { brand = "x" }, tags = "mail" }
        service "count" (function(c)
            return Engine { brand = #c.tagged "mail" .. #c.tagged "mial" .. #c.tagged "mial" }
        end)
        """
    private let container: Container

    init() throws {
        container = try wire(Self.script)
    }

    private var reports: [String] {
        container.diagnostics.entries.map { "\($0)".replacing(/\S*\/container\.lua/, with: "container.lua") }
    }

    @Test func misspelledTagInAFunctionIsAWarning() throws {
        #expect(reports == [])
        #expect(try container.resolve("count", as: Engine.self).brand == "100")
        #expect(
            reports == [
                """
                container.lua:3: warning: no service has the tag "mial"
                    did you mean "mail"?
                """
            ])
    }

    @Test func misspelledTagInTheApplicationIsAWarning() throws {
        for _ in 0..<3 { #expect(try container.tagged("nail", as: Engine.self).isEmpty) }
        #expect(try container.tagged("mail", as: Engine.self).count == 1)
        #expect(
            reports == [
                """
                warning: no service has the tag "nail"
                    did you mean "mail"?
                """
            ])
    }

    @Test func theFirstHundredNamesAreReported() throws {
        for number in 0..<300 { #expect(try container.tagged("t\(number)", as: Engine.self).isEmpty) }
        #expect(reports.count == 100)
    }
}
