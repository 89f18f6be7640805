import MoonwireValues

// How large values are, for the limits of parameters.
extension Value {
    /// How many elements there are in all lists and maps, and the value itself.
    var elements: Int {
        switch self {
        case .null, .boolean, .integer, .number, .text, .data: 1
        case .list(let elements): elements.reduce(1) { $0 + $1.elements }
        case .map(let entries): entries.reduce(1) { $0 + $1.value.elements }
        case .table(let entries): entries.reduce(1) { $0 + $1.key.elements + $1.value.elements }
        }
    }

    /// How many bytes and elements there are.
    var size: Int {
        switch self {
        case .null, .boolean, .integer, .number: 1
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        case .list(let elements): elements.reduce(1) { $0 + $1.size }
        case .map(let entries): entries.reduce(1) { $0 + $1.value.size }
        case .table(let entries): entries.reduce(1) { $0 + $1.key.size + $1.value.size }
        }
    }
}
