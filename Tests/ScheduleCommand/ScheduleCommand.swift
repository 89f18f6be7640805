import Foundation
import Schedules

/// Runs schedules of the model one after the other; see `scripts/schedules --help`.
@main struct ScheduleCommand {
    private static let mostFaults = 10

    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        guard numbers.count == 2 else { exit(2) }
        exit(run(count: numbers[0], from: numbers[1]) ? 0 : 1)
    }

    private static func run(count: UInt64, from first: UInt64) -> Bool {
        let start = ContinuousClock.now
        var traces: Set<UInt64> = []
        var steps = 0
        var failed = 0
        for seed in first..<(first + count) {
            let schedule = ModelSchedule(seed: seed, isLogged: count == 1)
            for event in schedule.log ?? [] { print(event) }
            traces.insert(schedule.trace)
            steps += schedule.steps
            guard let fault = schedule.faults.first else { continue }
            failed += 1
            if failed <= mostFaults {
                print("seed \(seed): \(fault)\n    replay: scripts/schedules --seed \(seed) --count 1")
            }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let rate = Int(Double(count) / seconds)
        print("\(count) schedules, \(traces.count) different, \(steps) steps, \(rate) a second: \(failed) failed")
        return failed == 0
    }
}
