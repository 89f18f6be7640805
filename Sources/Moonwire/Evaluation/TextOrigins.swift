import MoonwireCore
import MoonwireValues

/// The strings in scripts that came out of the environment, in which no text form is read.
struct TextOrigins {
    private var foreign: Set<String> = []
    /// Strings that stand in for variables which could not be read.
    private var standIns: [String: EnvironmentReference] = [:]

    /// Records all strings of a value that did not come from a script's own table.
    mutating func addForeign(_ value: PlainValue) {
        switch value {
        case .text(let text): foreign.insert(text)
        case .list(let elements): for element in elements { addForeign(element) }
        case .map(let entries):
            for (key, entry) in entries {
                foreign.insert(key)
                addForeign(entry)
            }
        case .table(let entries):
            for (key, entry) in entries {
                addForeign(key)
                addForeign(entry)
            }
        case .null, .boolean, .integer, .number, .data: break
        }
    }

    /// Records that a string replaces a variable that could not be read.
    mutating func addStandIn(_ text: String, for reference: EnvironmentReference) {
        standIns[text] = reference
    }

    /// The value that a string represents if its text forms are not read; nil if they are.
    func value(of text: String) -> WiredValue? {
        if !foreign.isEmpty, foreign.contains(text) { return .value(.text(text)) }
        return standIns.isEmpty ? nil : standIns[text].map { .environment($0) }
    }
}
