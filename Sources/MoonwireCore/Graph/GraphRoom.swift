import MoonwireValues

/// The memory that a graph may take beyond what the scripts say: what services inherit and collect, and the hooks that choose
/// them, count for each of them.
struct GraphRoom {
    /// About how many bytes an element takes that a service inherits or collects.
    private static let bytesOfElement = 512
    /// The same for a hook that chooses a service, where commands list both for each other.
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
        guard let bytes else { return true }
        let (product, isOver) = elements.multipliedReportingOverflow(by: Self.bytesOfElement)
        if fault == nil, !isOver, product <= bytes - taken {
            taken += product
            return true
        }
        if fault == nil { fault = .tooMuchInheritedOrCollected(phrase(), room: bytes, at: location) }
        return false
    }

    /// The hooks for which there is room, until one chooses too many services; that one is at fault.
    func fitting(_ hooks: [Hook], _ services: Int, _ tags: TagBook) -> (hooks: [Hook], lack: Diagnostic?) {
        guard let bytes else { return (hooks, nil) }
        var left = bytes - taken
        for (number, hook) in hooks.enumerated() where hook.event.isAboutServices {
            switch hook.target?.kind {
            case .tag(let tag): left -= tags.members(of: tag).count * Self.bytesOfHook
            case .pattern, .type: left -= services * Self.bytesOfHook
            case .name, nil: break
            }
            if left < 0 { return (Array(hooks[..<number]), .tooManyHookedServices(hook, room: bytes)) }
        }
        return (hooks, nil)
    }
}
