import MoonwireSupport

/// The channel for the reports of a generation, and what it has reported and does not report again.
final class GenerationReports: Sendable {
    let diagnostics: DiagnosticChannel
    /// The time after which a wait for another thread's build is reported.
    let slowWait: Duration
    /// The slots that are empty, or have an invalid value.
    let slots = SlotReports()
    /// The deprecated services that were resolved.
    let deprecatedServices = Lock<Set<Int>>([])
    /// The calls whose result is dropped.
    let droppedResults = Lock<Set<String>>([])
    let emptyTags = EmptyTags()

    init(_ diagnostics: DiagnosticChannel, slowWait: Duration) {
        self.diagnostics = diagnostics
        self.slowWait = slowWait
    }
}
