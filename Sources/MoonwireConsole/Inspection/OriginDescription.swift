import MoonwireCore
import MoonwireValues

extension OriginInspection {
    /// The location, or else the layer.
    var words: String { location.map { "\($0)" } ?? layer ?? "" }

    /// Remarks about the origin: the caller of the helper function, and the replaced definitions.
    var remarks: [String] {
        (caller.map { ["called from \($0)"] } ?? [])
            + replaces.map { "replaces \($0.location.map { "\($0)" } ?? $0.layer)" }
    }
}

extension ChangeInspection {
    /// The pass, the location, and the keys that it states.
    var words: String {
        "by \(pass)\(location.map { " (\($0))" } ?? ""): \(keys.joined(separator: ", "))"
    }
}

extension ScriptLocation? {
    /// The location; empty if there is none.
    var words: String { map { "\($0)" } ?? "" }
}

extension String {
    /// The string, cut to a length that fits into a column.
    var shortened: String { cutAtTheEnd(to: 72, mark: "…") }
}
