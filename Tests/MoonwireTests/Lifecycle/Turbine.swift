import Moonwire
import MoonwireSupport
import TestSupport

/// A service that uses its slots when a test says so, also while its container ends.
actor Turbine: Exposed {
    @Preference("Turbine.rate") private var rate: Int
    @Injected("log") private var log: Station.Log
    @Lazy private var used: Station.Log
    @Lazy private var unused: Station.Log

    /// What each use waits for, whether or not it is cancelled.
    nonisolated let gate = AsyncGate()
    /// How often `spin` has used the preference.
    nonisolated let turns = Counter()
    private let isSpinning = Lock(true)

    private func prepare() { used.lines.append("prepare") }

    private func use() async {
        _ = try? await Task { [gate] in try await gate.wait() }.value
        changeRate()
    }

    func changeRate() {
        log.lines.append("rate \(rate)")
        rate += 1
        log.lines.append("rate \(rate)")
    }

    func readRate() throws -> Int { try $rate.get() }

    /// Uses a slot that was filled, and one that was not.
    func useOthers() -> String {
        used.lines.append("used")
        do {
            _ = try $unused.get()
            return ""
        } catch { return "\(error)" }
    }

    private func spin() async {
        while isSpinning.withLock({ $0 }) {
            rate = rate % 10 + 1
            turns.add()
            await Task.yield()
        }
    }

    nonisolated func endSpinning() { isSpinning.withLock { $0 = false } }

    static let exposure = Exposure(Turbine.self) {
        Initializer { Turbine() }
        Method("prepare") { (turbine: Turbine) async in await turbine.prepare() }
        Method("run") { (turbine: Turbine) async in await turbine.use() }
        Method("spin") { (turbine: Turbine) async in await turbine.spin() }
        Method("close") { (turbine: Turbine) async in await turbine.use() }
    }

    static let preferences = #"preferences "Turbine" { rate = { default = 1, max = 100 } }"# + "\n"
}

/// A service whose `stop` is synchronous and uses a preference.
final class Valve: Exposed, @unchecked Sendable {  // Only its `stop` uses it.
    @Preference("Turbine.rate") private var rate: Int

    static let exposure = Exposure(Valve.self) {
        Initializer { Valve() }
        Method("close") { (valve: Valve) in valve.rate += 1 }
    }
}
