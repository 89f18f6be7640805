import MoonwireValues

/// A definition in the plan: names are looked up, labels are places, conversions and scopes are chosen.
final class PlannedService: Sendable {
    /// What makes the instance. Indirect, so that a build does not copy the payloads of all cases.
    indirect enum Maker: Sendable {
        case call(Callable, PlannedArguments)
        case method(Callable, of: PlannedValue, PlannedArguments)
        /// A method of a service whose type is known only once it is built.
        case lateMethod(String, of: PlannedValue, Arguments)
        case function(any CallableServiceFunction, FunctionArguments?)
        case swift(SwiftFactoryBody)
        case supplied
    }

    struct FunctionArguments: Sendable {
        let positional: [PlannedValue]
        let named: [(name: String, value: PlannedValue)]
    }

    enum Step: Sendable {
        case set(PropertyAccess, PlannedValue)
        case lateSet(String, PlannedValue)
        case call(Callable, PlannedArguments)
        case lateCall(String, Arguments)
        case configure(any CallableServiceFunction)
    }

    /// The position in the plan; -1 for an inline service.
    let index: Int
    let definition: Definition
    let maker: Maker
    let steps: [Step]
    /// What instances may be asked for as, their own type first; empty when it is known only once one is built.
    let casters: [AnyCaster]
    /// The type that the application must supply, or that the maker makes.
    let exposure: Exposure?
    /// Whether instances may be handed to any thread, as far as is known before one is built.
    let isSendable: Bool
    /// Nil for most.
    let hooks: ServiceHooks?
    /// What hooks are told; empty when there are none.
    let tagNames: [String]
    /// What a hit may be asked for as: nothing when hooks or diagnostics are to tell of it, which a hit has no time for.
    let hitCasters: [AnyCaster]
    /// The class of the objects that are expected, with its slots; nil slots when it has none.
    let objectType: ObjectIdentifier?
    let slots: SlotTable?

    init(
        index: Int, definition: Definition, maker: Maker, steps: [Step], casters: [AnyCaster], exposure: Exposure?,
        isSendable: Bool, hooks: ServiceHooks?
    ) {
        self.index = index
        self.definition = definition
        self.maker = maker
        self.steps = steps
        self.casters = casters
        self.exposure = exposure
        self.isSendable = isSendable
        self.hooks = hooks
        tagNames = hooks == nil ? [] : definition.tagNames
        let isPlain = hooks?.resolved.isEmpty ?? true && definition.isPublic && definition.deprecation == nil
        hitCasters = isPlain ? casters : []
        objectType = exposure?.objectType
        slots = exposure?.slots
    }

    /// As paths name it.
    var id: String { definition.id.isEmpty ? definition.subject : definition.id }
    var scope: Scope { definition.scope }

    /// Whether something is done with instances that the container lets go of.
    var isStopped: Bool { index >= 0 && definition.stop != nil }

    /// Whether the definition leaves it to the application to supply the instance.
    var isSynthetic: Bool { if case .synthetic = definition.construction { true } else { false } }

    /// What turns a hit into that type.
    func hitCaster(for type: ObjectIdentifier) -> Unmanaged<AnyCaster>? {
        hitCasters.first { $0.target == type }.map(Unmanaged.passUnretained)
    }
}
