internal import MoonwireValues

/// The line of a message with the nearest names; empty when there are none.
func alternatives(_ names: [String]) -> String {
    names.isEmpty ? "" : "\n    did you mean \(names.quotedAlternatives)?"
}
