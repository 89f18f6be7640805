import Moonwire
import Testing

/// The keys `subclasses`, `once`, and `silent` of `inject`.
@Suite struct InjectOptionTests {
    private static let engines = """
        service "v8" { type = "Engine", args = { brand = "v8" } }
        service "v6" { type = "Engine", args = { brand = "v6" } }

        """

    @Test("BM-14: subclasses = false leaves subclasses to other rules") func subclasses() throws {
        let container = try wire(
            Self.engines + """
                inject { type = "Engine", value = ref "v6" }
                inject { slot = "Dashboard.engine", value = ref "v8", subclasses = false }
                """)
        let (base, sport) = (Dashboard(), SportDashboard())
        try container.inject(into: base)
        try container.inject(into: sport)
        #expect(base.engine.brand == "v8" && sport.engine.brand == "v6")
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func subclassesTrueIsTheDefault() throws {
        let container = try wire(
            Self.engines + #"inject { slot = "Dashboard.engine", value = ref "v8", subclasses = true }"#)
        let sport = SportDashboard()
        try container.inject(into: sport)
        #expect(sport.engine.brand == "v8")
    }

    @Test("DI-15: once = true") func once() throws {
        let container = try wire(
            Self.engines + """
                inject { slot = "Dashboard.engine", value = ref "v8" }
                local calls = 0
                inject { slot = "Dashboard.limit", once = true, value = function() calls = calls + 1 return calls end }
                """)
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.limit == 1)
        dashboard.limit = nil
        #expect(dashboard.limit == nil)
        withExtendedLifetime(container) {}
    }

    @Test("DI-26: silent = true") func silent() throws {
        let rule = #"inject { slot = "Dashboard.motor", value = ref "v8""#
        #expect(try wire(Self.engines + rule + " }").diagnostics.entries.count == 1)
        #expect(try wire(Self.engines + rule + ", silent = true }").diagnostics.entries.isEmpty)
    }

    @Test(arguments: [
        (
            #"inject { type = "Engine", value = ref "v8", subclasses = false }"#,
            #"container.lua:3: inject: "subclasses" requires "owner" or "slot""#
        ),
        (
            #"inject { owner = "Dashboard", value = skip, once = true }"#,
            #"container.lua:3: inject: "once" and "skip" cannot be combined"#
        ),
        (
            #"inject { owner = "Dashboard", value = skip, silent = "yes" }"#,
            #"container.lua:3: inject: "silent" expects true or false, got the string "yes""#
        ),
    ])
    func mistakes(rule: String, expected: String) throws {
        #expect(message { _ = try wire(Self.engines + rule) } == expected)
    }
}
