import Moonwire
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ObserverTests {
    private struct Writer: ContainerObserver {
        let lines = Collected<String>()

        func reloadEnded(_ record: ReloadRecord) {
            let outcome = record.error == nil ? "adopted" : "refused"
            lines.append("\(record.source.rawValue) \(outcome) \(record.generation)")
        }

        func lifecycleStepReached(_ step: LifecycleStep) { lines.append("\(step.id) \(step.phase.rawValue)") }

        func diagnosticReported(_ diagnostic: Diagnostic) { lines.append("\(diagnostic.severity.rawValue)") }
    }

    @Test func reloadsStepsAndDiagnosticsArePassedOn() async throws {
        let text = "service \"a\" { type = \"Station\", args = { name = \"a\" }, eager = true }"
        let living = try Living(text)
        let writer = Writer()
        living.container.addObserver(writer)
        try await living.container.start()
        try living.reload(text + "\nparameters { a = 1 }")
        _ = await message { try living.reload("service") }
        try await until {
            let lines = writer.lines.elements
            return ["a starting", "a started", "call adopted 2", "call refused 2", "fault"].allSatisfy(lines.contains)
        }
        await living.container.shutdownGracefully()
    }

    /// Counts builds, and the spans that it receives back.
    private final class Ledger: ContainerObserver {
        let open = Counter()
        let begun = Counter()

        func buildBegan(_ build: ObservedBuild, within outer: Int?) -> Int {
            open.add()
            return begun.add()
        }

        func buildEnded(_ build: ObservedBuild, _ span: Int, after duration: Duration, error: (any Error)?) {
            open.add(-1)
        }
    }

    @Test func eachBuildThatBeginsEndsWhileScriptsAreReloaded() async throws {
        let text = """
            service "end" { type = "Station", args = { name = "end" }, scope = "transient" }
            service "stop" { type = "Station", args = { name = "stop", next = ref "end" } }
            service "way" { type = "Station", args = { name = "way", next = ref "stop" }, scope = "transient" }
            """
        weak var released: Ledger?
        do {
            let living = try Living(text)
            let ledger = Ledger()
            released = ledger
            living.container.addObserver(ledger)
            let turns = repetitions(200, debug: 40)
            onThreads(5) { number in
                for turn in 0..<turns {
                    if number == 0 {
                        _ = try? living.reload(text + "\n-- \(turn)")
                    } else {
                        _ = try? living.station("way")
                    }
                }
            }
            #expect(ledger.open.value == 0)
            #expect(ledger.begun.value >= turns * 4 + 2)
        }
        try await until { released == nil }
    }
}
