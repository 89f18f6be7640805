import Foundation
import Moonwire
import Testing

/// Values of the standard library and of Foundation that have a form of their own.
@Suite struct StandardValueTests {
    private func schedule(_ args: String) throws -> Timetable {
        let container = try wire(
            "service \"timetable\" { type = \"Timetable\", args = { \(args) } }", types: [Timetable.self])
        return try container.resolve("timetable", as: Timetable.self)
    }

    @Test func valuesAreReadInTheirForms() throws {
        let timetable = try schedule(
            "every = \"1h30m\", zone = \"Europe/Berlin\", locale = \"de_DE\", separator = \";\", pauses = { 5, \"250ms\" }"
        )
        #expect(timetable.every == .seconds(5400))
        #expect(timetable.zone?.identifier == "Europe/Berlin")
        #expect(timetable.locale?.identifier == "de_DE")
        #expect(timetable.separator == ";")
        #expect(timetable.pauses == [.seconds(5), .milliseconds(250)])
    }

    @Test(arguments: [
        "UTC", "GMT", "America/Argentina/Buenos_Aires",
    ])
    func zonesAreFoundByTheirIdentifiers(identifier: String) throws {
        #expect(try schedule("every = 1, zone = \"\(identifier)\"").zone == TimeZone(identifier: identifier))
    }

    @Test(arguments: ["en", "en_US", "de-CH", "zh-Hans_CN", "es_419", "de_DE@currency=EUR"])
    func localesHaveTheFormOfIdentifiers(identifier: String) throws {
        #expect(try schedule("every = 1, locale = \"\(identifier)\"").locale == Locale(identifier: identifier))
    }

    @Test(arguments: [
        (
            "every = \"soon\"", "every", "a duration, as seconds or as \"250ms\", \"1.5s\", or \"1h30m\"",
            "string \"soon\""
        ),
        (
            "every = 1, zone = \"Europe/Atlantis\"", "zone", "the identifier of a time zone such as \"Europe/Berlin\"",
            "string \"Europe/Atlantis\""
        ),
        ("every = 1, zone = 1", "zone", "the identifier of a time zone such as \"Europe/Berlin\"", "integer 1"),
        (
            "every = 1, locale = \"German, please\"", "locale", "the identifier of a locale such as \"en_US\"",
            "string \"German, please\""
        ),
        ("every = 1, locale = \"\"", "locale", "the identifier of a locale such as \"en_US\"", "string \"\""),
        ("every = 1, locale = \"x\"", "locale", "the identifier of a locale such as \"en_US\"", "string \"x\""),
        ("every = 1, locale = \"en_\"", "locale", "the identifier of a locale such as \"en_US\"", "string \"en_\""),
        ("every = 1, separator = \"--\"", "separator", "a string of one character", "string \"--\""),
    ])
    func otherValuesAreFaultsAtLoad(args: String, label: String, expected: String, found: String) {
        #expect(
            message { _ = try schedule(args) }
                == "container.lua:1: service \"timetable\": argument \"\(label)\" expects \(expected), got the \(found)"
        )
    }

    @Test func valuesOfVariablesAreReadInTheSameForms() throws {
        let container = try wire(
            """
            parameters { every = "%env(EVERY)%" }
            service "timetable" { type = "Timetable", args = { every = "%every%", zone = env.string("ZONE", "UTC") } }
            """,
            variables: ["EVERY": "2m"], types: [Timetable.self])
        let timetable = try container.resolve("timetable", as: Timetable.self)
        #expect(timetable.every == .seconds(120))
    }

    @Test func functionsReceiveSeconds() throws {
        let container = try wire(
            """
            service "timetable" (function() return Timetable { every = "1m" } end)
            hook.created("timetable", function(timetable) assert(timetable.every == 60) end)
            """,
            types: [Timetable.self])
        #expect(try container.resolve("timetable", as: Timetable.self).every == .seconds(60))
    }
}

private final class Timetable: Exposed, Sendable {
    let every: Duration
    let zone: TimeZone?
    let locale: Locale?
    let separator: Character?
    let pauses: [Duration]

    init(every: Duration, zone: TimeZone?, locale: Locale?, separator: Character?, pauses: [Duration]) {
        self.every = every
        self.zone = zone
        self.locale = locale
        self.separator = separator
        self.pauses = pauses
    }

    static let exposure = Exposure(Timetable.self) {
        Initializer(
            "every", "zone", "locale", "separator", ExposedArgument("pauses", default: [] as [Duration]),
            body: Timetable.init)
        Property("every", \.every)
    }
}
