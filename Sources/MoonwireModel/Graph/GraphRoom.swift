import MoonwireValues

/// The memory that a graph may use beyond its scripts.
///
/// Inherited and collected elements, the hooks that select a service, and the ids of decorated services count for each
/// service.
struct GraphRoom {
    /// The approximate number of bytes of an inherited or collected element.
    static let bytesOfElement = 512
    /// The same for a hook that selects a service, where commands list both for each other, or that compares names with a pattern.
    private static let bytesOfHook = 128

    private let bytes: Int?
    private var taken = 0
    /// The fault of exceeding the limit; reported once.
    private(set) var fault: Diagnostic?

    init(_ layers: [Layer]) {
        bytes = layers.compactMap(\.room).min()
    }

    /// Reserves memory for elements; false if the limit is reached.
    mutating func take(_ elements: Int, for phrase: @autoclosure () -> String, at location: ScriptLocation?) -> Bool {
        let (product, isOver) = elements.multipliedReportingOverflow(by: Self.bytesOfElement)
        return take(bytes: isOver ? nil : product) { .tooMuchInheritedOrCollected(phrase(), room: $0, at: location) }
    }

    /// Reserves memory for the ids of the given number of wrapped services; false if the limit is reached.
    mutating func take(idsWithin definition: Definition, levels: Int) -> Bool {
        let suffixes = levels * (levels + 1) / 2 * Definition.innerSuffix.utf8.count
        let (product, isOver) = definition.id.utf8.count.multipliedReportingOverflow(by: levels)
        return take(bytes: isOver ? nil : product + suffixes) { .tooLongIDs(definition, room: $0) }
    }

    /// Takes an amount of memory, or reports that too little is left; `amount` is nil if it exceeds the largest
    /// integer.
    private mutating func take(bytes amount: Int?, orReport report: (_ room: Int) -> Diagnostic) -> Bool {
        guard let bytes else { return true }
        if fault == nil, let amount, amount <= bytes - taken {
            taken += amount
            return true
        }
        if fault == nil { fault = report(bytes) }
        return false
    }

    /// The hooks within the limit, up to the first one that selects or compares too much, which has the fault.
    func fitting(_ hooks: [Hook], _ costs: @autoclosure () -> HookCosts) -> (hooks: [Hook], lack: Diagnostic?) {
        guard let bytes, !hooks.isEmpty else { return (hooks, nil) }
        let costs = costs()
        var left = bytes - taken
        for (number, hook) in hooks.enumerated() {
            left -= costs.count(of: hook) * Self.bytesOfHook
            if left < 0 { return (Array(hooks[..<number]), .tooMuchHooked(hook, room: bytes)) }
        }
        return (hooks, nil)
    }
}
