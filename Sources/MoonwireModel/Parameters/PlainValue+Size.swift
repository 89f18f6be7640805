import MoonwireValues

// The sizes of values, for the limits of parameters.
extension PlainValue {
    /// The number of elements in all lists and maps, plus one for the value itself.
    package var elements: Int {
        switch self {
        case .null, .boolean, .integer, .number, .text, .data: 1
        case .list(let elements): elements.reduce(1) { $0 + $1.elements }
        case .map(let entries): entries.reduce(1) { $0 + $1.value.elements }
        case .table(let entries): entries.reduce(1) { $0 + $1.key.elements + $1.value.elements }
        }
    }

    /// The number of bytes and elements.
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
