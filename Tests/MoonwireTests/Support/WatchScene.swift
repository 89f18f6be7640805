import Moonwire
import MoonwireSupport
import TestSupport

/// A watched container, and what its reloads came to.
final class WatchScene: Sendable {
    /// How changes are noticed.
    enum Way: CaseIterable {
        case told
        case polled

        var interval: Duration? { self == .told ? nil : .milliseconds(20) }
    }

    let living: Living
    private let outcomes: Updates<ReloadOutcome>
    private let diagnostics: Updates<Diagnostic>
    private let watch: Container.Watch

    static func wiring(_ name: String) -> String {
        #"service "town" { type = "Station", args = { name = "\#(name)" } }"#
    }

    /// Creates a scene; if `instant` is not nil, the clock of the watch always shows it.
    init(
        _ way: Way = .told, _ text: String = wiring("Leeds"), files: [String: String] = [:],
        variables: [String: String] = [:], settle: Duration? = .milliseconds(20),
        stoppedAt instant: ContinuousClock.Instant? = nil,
        register: (inout Registrations) throws -> Void = { _ in }
    ) throws {
        living = try Living(text, files: files, variables: Lock(variables), register: register)
        outcomes = living.container.reloads()
        diagnostics = living.container.diagnostics.updates()
        watch = try living.container.watch(settle: settle, polling: way.interval, now: { instant ?? .now })
    }

    func name() throws -> String { try living.station("town").name }

    /// Waits until the town has that name; the time limit of the suite ends a wait in vain.
    func waitFor(_ name: String) async throws {
        if try self.name() == name { return }
        for await _ in outcomes { if try self.name() == name { return } }
    }

    /// The first that the watch has to say.
    var firstDiagnostic: String {
        get async {
            for await diagnostic in diagnostics { return "\(diagnostic)" }
            return ""
        }
    }

    /// Waits for a reload that is refused, and gives what it says.
    func refusal() async -> String {
        for await outcome in outcomes {
            if case .refused(let error) = outcome { return living.readable("\(error)") }
        }
        return ""
    }
}
