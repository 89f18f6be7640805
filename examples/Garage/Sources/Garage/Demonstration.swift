import Foundation
import Moonwire

/// Shows the result of each edit of the script in the running program.
struct Demonstration {
    private let container: Container
    private let script: String

    init(_ container: Container, _ script: String) {
        self.container = container
        self.script = script
    }

    /// Runs until the program is ended.
    func run() async throws {
        let outcomes = container.reloads()
        let watch = try container.watch()
        show("\nwatching \(script): edit it and see, or end with Ctrl-C")
        for await outcome in outcomes {
            switch outcome {
            case .reloaded(let plan): show("\n\(plan)\n")
            case .refused(let error): show("\n\(error)\nnothing has changed")
            }
            if case .reloaded = outcome { report() }
        }
        watch.cancel()
    }

    /// An error that only a build shows is printed, and the next edit may correct it.
    private func report() {
        do { try Report(container).print() } catch { show("\(error)") }
        fflush(nil)
    }

    private func show(_ text: String) {
        print(text)
        fflush(nil)
    }
}
