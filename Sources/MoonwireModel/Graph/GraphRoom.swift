import MoonwireValues

/// The memory that a graph may take beyond what the scripts say: what services inherit and collect, and the hooks that choose
/// them, count for each of them, and so do the ids that decorated services get.
struct GraphRoom {
    /// About how many bytes an element takes that a service inherits or collects.
    static let bytesOfElement = 512
    /// The same for a hook that chooses a service, where commands list both for each other, or looks for names of a form.
    private static let bytesOfHook = 128

    private let bytes: Int?
    private var taken = 0
    /// What did not fit; told once.
    private(set) var fault: Diagnostic?

    init(_ layers: [Layer]) {
        bytes = layers.compactMap(\.room).min()
    }

    /// Takes room for elements; false when there is none left.
    mutating func take(_ elements: Int, for phrase: @autoclosure () -> String, at location: ScriptLocation?) -> Bool {
        let (product, isOver) = elements.multipliedReportingOverflow(by: Self.bytesOfElement)
        return take(bytes: isOver ? nil : product) { .tooMuchInheritedOrCollected(phrase(), room: $0, at: location) }
    }

    /// Takes room for the ids of what so many decorators wrap; false when there is none left.
    mutating func take(idsWithin definition: Definition, levels: Int) -> Bool {
        let suffixes = levels * (levels + 1) / 2 * Definition.innerSuffix.utf8.count
        let (product, isOver) = definition.id.utf8.count.multipliedReportingOverflow(by: levels)
        return take(bytes: isOver ? nil : product + suffixes) { .tooLongIDs(definition, room: $0) }
    }

    /// - Parameter amount: Nil for more than there can be.
    private mutating func take(bytes amount: Int?, orReport report: (_ room: Int) -> Diagnostic) -> Bool {
        guard let bytes else { return true }
        if fault == nil, let amount, amount <= bytes - taken {
            taken += amount
            return true
        }
        if fault == nil { fault = report(bytes) }
        return false
    }

    /// The hooks for which there is room, until one chooses or compares too much; that one is at fault.
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
