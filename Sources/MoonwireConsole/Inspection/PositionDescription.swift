import MoonwireCore
import MoonwireValues

extension PlaceInspection {
    /// The line, or else the layer.
    var words: String { location.map { "\($0)" } ?? layer ?? "" }

    /// What else is to be told of the place: who called the helper function, and what was replaced.
    var remarks: [String] {
        (caller.map { ["called from \($0)"] } ?? [])
            + replaces.map { "replaces \($0.location.map { "\($0)" } ?? $0.layer)" }
    }
}

extension ScriptLocation? {
    /// The line; nothing where there is none.
    var words: String { map { "\($0)" } ?? "" }
}

extension String {
    /// No longer than fits on a line beside something else.
    var shortened: String { cutAtTheEnd(to: 72, mark: "…") }
}
