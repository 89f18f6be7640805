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
}
