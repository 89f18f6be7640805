import Moonwire
import Testing

/// Has an initializer that needs an argument, so that a slot cannot make one.
private final class Tuner: Exposed, Sendable {
    let band: String

    init(band: String) { self.band = band }

    static let exposure = Exposure(Tuner.self) {
        Initializer("band", body: Tuner.init)
        Property("band", \.band)
    }
}

private class Panel: Exposed, @unchecked Sendable {  // Each test uses its own on one thread.
    @Lazy var tuner: Tuner
    var title = ""
    var other: Panel?

    init() {}

    func tune(_ band: String) { tuner = Tuner(band: band) }

    class var exposure: Exposure {
        Exposure(Panel.self) {
            Initializer { Panel() }
            Property("title", \.title)
            Property("tuner", \.tuner)
            Property("other", \.other)
            Method("tune", Panel.tune, "band")
        }
    }
}

/// Is created asynchronously.
private final class RemotePanel: Panel, @unchecked Sendable {  // Like its base class.
    override class var exposure: Exposure {
        Exposure(RemotePanel.self) {
            Initializer { () async -> RemotePanel in RemotePanel() }
            Property("title", \.title)
            Property("tuner", \.tuner)
        }
    }
}

/// Lazy slots for whose types there is no service, and that are assigned after the slots have been filled.
@Suite struct UnmadeSlotTests {
    private func container(_ text: String) throws -> Container {
        try Container(text: text, types: [Tuner.self, Panel.self, RemotePanel.self], environment: .dev)
    }

    private func reported(_ container: Container) -> [String] { container.diagnostics.entries.map(\.message) }

    private static let warning = "slot Panel.tuner cannot be filled: no service provides Tuner"

    @Test(arguments: [
        #"service "panel" { type = "Panel", call = { { "tune", "FM" } } }"#,
        #"service "panel" { type = "Panel", configure = function(panel) panel:tune("FM") end }"#,
        #"service "panel" { type = "Panel", set = { tuner = inline { type = "Tuner", args = { "FM" } } } }"#,
        #"service "panel" { type = "Panel" } hook.created("panel", function(panel) panel.tuner = Tuner { band = "FM" } end)"#,
    ])
    func aSlotThatTheWiringAssignsIsNotReported(_ text: String) throws {
        let container = try container(text)
        #expect(try container.resolve("panel", as: Panel.self).tuner.band == "FM")
        #expect(reported(container) == [])
    }

    @Test(arguments: [
        #"service "panel" { type = "Panel", scope = "transient" }"#,
        #"service "panel" { type = "Panel", scope = "transient", set = { title = "A" } }"#,
        #"service "panel" { type = "Panel", scope = "transient", configure = function() end }"#,
        #"service "panel" { type = "Panel", scope = "transient" } hook.created("panel", function() end)"#,
    ])
    func aSlotThatNothingAssignsIsReportedOnceWhenTheOwnerHasBeenBuilt(_ text: String) throws {
        let container = try container(text)
        for _ in 0..<2 {
            let panel = try container.resolve("panel", as: Panel.self)
            #expect(reported(container) == [Self.warning])
            #expect(message { _ = try panel.$tuner.get() }.contains(Self.warning))
            #expect(reported(container) == [Self.warning])
        }
        #expect(container.diagnostics.entries.map(\.severity) == [.warning])
    }

    @Test func asynchronousBuildsAreReportedWhenTheyHaveEnded() async throws {
        let assigned = try container(
            #"service "panel" { type = "RemotePanel", configure = function(panel) panel.tuner = Tuner { band = "FM" } end }"#
        )
        #expect(try await assigned.resolve("panel", as: RemotePanel.self).tuner.band == "FM")
        #expect(reported(assigned) == [])
        let empty = try container(#"service "panel" { type = "RemotePanel", configure = function() end }"#)
        _ = try await empty.resolve("panel", as: RemotePanel.self)
        #expect(reported(empty) == ["slot RemotePanel.tuner cannot be filled: no service provides Tuner"])
    }

    @Test func cyclesAreReportedWhenTheyHaveBeenBuilt() throws {
        func pair(_ band: String) throws -> Container {
            try container(
                """
                service "one" { type = "Panel", set = { other = later "two" }, configure = function(panel) \(band) end }
                service "two" { type = "Panel", set = { other = ref "one" }, configure = function(panel) \(band) end }
                """)
        }
        let assigned = try pair("panel:tune(\"FM\")")
        let panel = try assigned.resolve("one", as: Panel.self)
        #expect(panel.other?.tuner.band == "FM")
        #expect(reported(assigned) == [])
        let empty = try pair("")
        let other = try empty.resolve("one", as: Panel.self)
        #expect(reported(empty) == [Self.warning])
        (panel.other, other.other) = (nil, nil)
    }
}
