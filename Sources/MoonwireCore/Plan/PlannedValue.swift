import MoonwireValues

/// A value in the plan of a generation. Its address is the position under which ``PlanSource`` reads it.
final class PlannedValue: Sendable {
    enum Content: Sendable {
        case value(Value)
        case list([PlannedValue])
        case map([(key: PlannedValue, value: PlannedValue)])
        case template(TextTemplate)
        case parameter(String)
        case environment(EnvironmentReference)
        case service(Int)
        case lazy(Int)
        case provider(Int)
        /// A service without an id.
        case inline(PlannedService)
        case function(any ServiceFunction)
        case object(any AnyObject & Sendable)
    }

    let content: Content
    let isSecret: Bool
    /// Whether parameters or variables go in only when the value is read.
    let isFilledInLate: Bool

    init(_ content: Content, isSecret: Bool = false) {
        self.content = content
        self.isSecret = isSecret
        isFilledInLate =
            switch content {
            case .template, .parameter, .environment: true
            default: false
            }
    }

    var position: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// Lends the value at a position out, without owning it.
    static func at(_ position: Int) -> Unmanaged<PlannedValue>? {
        UnsafeRawPointer(bitPattern: position).map(Unmanaged.fromOpaque)
    }
}

/// The arguments of one call in the plan, in the order of the signature; nil where the definition gives none.
final class PlannedArguments: Sendable {
    let values: [PlannedValue?]

    init(_ values: [PlannedValue?]) {
        self.values = values
    }

    var position: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}
