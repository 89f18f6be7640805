package import MoonwireCore

/// `trace`: records the builds of a container for some seconds.
package struct RecordCommand: Command {
    package let name = "trace"
    package let summary = "record the builds of some seconds, and show how long each took"
    private let container: Container
    private let limit: Int
    private let wait: @Sendable (Duration) -> Void

    /// Creates the command; builds beyond the limit are only counted, because the program needs its memory.
    package init(_ container: Container, limit: Int = 100_000, wait: @escaping @Sendable (Duration) -> Void) {
        self.container = container
        self.limit = limit
        self.wait = wait
    }

    package var options: [Option] {
        [
            Option("--seconds", ValueHint("COUNT"), help: "how long to record, from 1 to 60; 10 by default"),
            Option("--format", .choice(["tree", "chrome"]), help: "the output format; tree by default"), .help,
        ]
    }
    package var example: String? { "--seconds 10" }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            let text = options.value("--seconds") ?? "10"
            guard let seconds = Int(text), (1...60).contains(seconds) else { throw UsageError.wrongSeconds(text) }
            let recording = container.recordBuilds(limit: limit)
            wait(.seconds(seconds))
            let trace = recording.finish()
            invocation.output.write(options.value("--format") == "chrome" ? try trace.chromeJSON : trace.tree)
            let omitted = recording.omitted
            if omitted > 0 {
                invocation.output.complain("the trace has only the first \(limit) of \(limit + omitted) builds")
            }
            return .clean
        }
    }
}
