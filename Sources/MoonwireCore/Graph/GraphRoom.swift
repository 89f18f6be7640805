import MoonwireValues

/// The memory that a graph may take beyond what the scripts say: what services inherit and collect counts for each of them.
struct GraphRoom {
    /// About how many bytes an element takes that a service inherits or collects.
    private static let bytesOfElement = 512

    private let bytes: Int?
    private var taken = 0
    /// What did not fit; told once.
    private(set) var fault: Diagnostic?

    init(_ layers: [Layer]) {
        bytes = layers.compactMap(\.room).min()
    }

    /// Takes room for elements; false when there is none left.
    mutating func take(_ elements: Int, for phrase: @autoclosure () -> String, at location: ScriptLocation?) -> Bool {
        guard let bytes else { return true }
        let (product, isOver) = elements.multipliedReportingOverflow(by: Self.bytesOfElement)
        if fault == nil, !isOver, product <= bytes - taken {
            taken += product
            return true
        }
        if fault == nil { fault = .tooMuchInheritedOrCollected(phrase(), room: bytes, at: location) }
        return false
    }
}
