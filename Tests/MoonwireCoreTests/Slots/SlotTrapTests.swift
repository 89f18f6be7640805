import MoonwireCore
import Testing

/// Reads and assignments that cannot throw end the program, and say why.
@Suite struct SlotTrapTests {
    private static let owners = "MoonwireCoreTests/Owners.swift"

    private func expect(_ result: ExitTest.Result?, says words: String, line: Int) {
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("\(Self.owners):\(line): Fatal error: \(words)\n"))
    }

    @Test func readOfAnUnfilledRequiredSlotTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Dashboard().engine
        }
        expect(result, says: "slot Dashboard.engine cannot be filled: it does not belong to a container", line: 6)
    }

    @Test func inPlaceChangeOfAnUnfilledRequiredSlotTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            func touch(_ engine: inout Engine) {}
            touch(&Dashboard().engine)
        }
        expect(result, says: "slot Dashboard.engine cannot be filled: it does not belong to a container", line: 6)
    }

    @Test func readOfALazySlotWithoutASourceTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let bare = Bare()
            let container = try Wiring().container()
            try container.inject(into: bare)
            _ = bare.driver
        }
        expect(result, says: "slot Bare.driver cannot be filled: no service provides Driving", line: 99)
    }

    @Test func secondAssignmentToAFinalSlotTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dashboard = Dashboard()
            dashboard.serial = "A-7"
            dashboard.serial = "A-7"
        }
        expect(
            result, says: "slot Dashboard.serial is final and already has a value; it cannot be set to A-7", line: 11)
    }

    @Test func readOfAnUnassignedFinalSlotTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Bare().number
        }
        expect(result, says: "slot Bare.number was read before it was assigned", line: 100)
    }

    @Test func readOfAStaticSlotWithoutAContainerTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = await Windscreen.shared
        }
        expect(
            result, says: "a slot of type Engine without an owner cannot be filled: it does not belong to a container",
            line: 82)
    }
}
