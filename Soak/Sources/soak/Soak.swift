import Foundation
import Moonwire

/// Resolves on eight threads while a watch follows random edits; see `scripts/soak --help`.
@main struct Soak {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let minutes = arguments.first.flatMap(Double.init), arguments.count < 3 else { exit(2) }
        do {
            exit(try run(minutes: minutes, gently: arguments.last == "--gently") ? 0 : 1)
        } catch {
            print("soak: \(error)")
            exit(2)
        }
    }

    /// Whether nothing was torn, failed, lost, or leaked.
    private static func run(minutes: Double, gently: Bool) throws -> Bool {
        let tally = Tally()
        let atStart = ProcessFigures()
        var report = Report(tally, atStart)
        try soak(for: .seconds(minutes * 60), gently: gently, tally) { report.minute() }
        // The thread of the watch, and its objects, end when it detects the end of the container.
        for _ in 0..<100 where !report.isSettled { Thread.sleep(forTimeInterval: 0.05) }
        return report.end()
    }

    /// Runs everything in a separate scope: nothing of it may be alive afterward.
    private static func soak(
        for length: Duration, gently: Bool, _ tally: Tally, eachMinute: () -> Void
    ) throws {
        let editor = try Editor(tally)
        defer { editor.removeFiles() }
        let container = try editor.container()
        let watch = try container.watch()
        let readers = Readers(container, tally, pause: gently ? .milliseconds(4) : nil)
        let start = ContinuousClock.now
        var minutes = 1
        while ContinuousClock.now - start < length {
            editor.edit()
            editor.checkAdoption(by: container)
            if ContinuousClock.now - start >= .seconds(60 * minutes) {
                minutes += 1
                eachMinute()
            }
        }
        readers.stop()
        watch.cancel()
    }
}
