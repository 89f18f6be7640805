import MoonwireCore
import MoonwireValues
import Testing

// All messages of this module, apart from those about stores.

extension Diagnostic {
    static let noContainer = Diagnostic(
        Code("no-container"), "this task has no container", at: nil,
        hints: [
            "give the test or its suite a trait: `@Test(.wiring(\"container.lua\", types: Exposures.all))`",
            "`Task.detached` does not inherit the container of the test",
        ])
}

extension Comment {
    static let notWired: Comment = "the container of the test cannot be created, so the test did not run"

    static func notAdopted(_ name: String) -> Comment {
        lines(
            "the test did not run: its container was not created for scenario \(name.quoted)",
            ["the expression must create a container from scripts, and not return an existing one"])
    }

    static func notStopped(_ faults: [Diagnostic]) -> Comment {
        lines("the container of the test could not be shut down completely:", faults.shown)
    }

    static func unknownParameter(_ name: String, known: [String]) -> Comment {
        let suggestions = Suggestions(among: known).nearest(to: name)
        let hint = suggestions.isEmpty ? [] : ["did you mean \(suggestions.quotedAlternatives)?"]
        return lines("expectWiring cannot mask parameter \(name.quoted), which is not defined", hint)
    }

    static func injected(_ slots: [String], in owner: String) -> Comment {
        lines(
            "\(owner) has \(slots.count) filled \(slots.count == 1 ? "slot" : "slots"): \(slots.joined(separator: ", "))",
            ["`container.resetSlots(of:)` empties them"])
    }

    static func missingFile(_ path: String) -> Comment {
        lines("the wiring cannot be compared: \(path.quoted) does not exist", [howToRecord])
    }

    static func unreadableFile(_ path: String, _ error: any Error) -> Comment {
        "the wiring cannot be compared: \(path.quoted) cannot be read: \(error)"
    }

    static func unwritableFile(_ path: String, _ error: any Error) -> Comment {
        "the wiring cannot be recorded: \(path.quoted) cannot be written: \(error)"
    }

    static func recorded(_ path: String) -> Comment {
        lines(
            "the wiring was recorded in \(path.quoted)",
            ["read the file, and run the test again without \(GoldenFile.variable) and `record: true`"])
    }

    /// The first lines of a difference; the attachment `name` contains all.
    static func differs(from path: String, _ difference: [String], attachment name: String) -> Comment {
        let shown = 12
        let rest = difference.count - shown
        return lines(
            "the wiring differs from \(path.quoted):",
            difference.prefix(shown)
                + (rest > 0 ? ["… and \(rest) more \(rest == 1 ? "line" : "lines") in the attachment \(name)"] : [])
                + [howToRecord])
    }

    private static let howToRecord =
        "to record it, run the test with \(GoldenFile.variable)=1 in the environment, or write `record: true`"

    private static func lines(_ first: String, _ others: [String]) -> Comment {
        Comment(rawValue: ([first] + others.map { "    \($0)" }).joined(separator: "\n"))
    }
}
