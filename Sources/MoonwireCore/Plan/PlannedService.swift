import MoonwireValues

/// A definition in the plan: names and labels are replaced by positions, and conversions and scopes are chosen.
///
/// Has more than twelve stored properties because everything that a build needs is determined once, when it is planned.
final class PlannedService: Sendable {
    /// The construction of the instance.
    ///
    /// Indirect, so that a build does not copy the payloads of all cases.
    indirect enum Maker: Sendable {
        case call(Callable, PlannedArguments)
        case method(Callable, of: PlannedValue, PlannedArguments)
        /// A method of a service whose type is known only after it is built.
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
    /// The types as which instances can be resolved, their own first; empty if they are known only from an instance.
    let casters: [AnyCaster]
    /// The type that the application must supply, or that the construction creates.
    let exposure: Exposure?
    /// Whether instances may be passed to any thread, as far as it is known before one is built.
    let isSendable: Bool
    /// The services with which it is built together; nil for most.
    let cycle: ServiceCycle?
    /// The number of the first step that runs when all services of the cycle have been constructed, and of those after it.
    let firstLaterStep: Int
    /// The arguments of a resolve; nil for a service that takes none.
    let arguments: DeclaredArguments?
    /// The defaults of these arguments that are written in scripts.
    let argumentDefaults: [String: PlannedValue]
    /// Nil for most.
    let hooks: ServiceHooks?
    /// What the hooks receive about the service; nil if there are none.
    let hookSubject: HookSubject?
    /// The types for hits: none if a resolve has hooks or diagnostics, or depends on the time, which a hit does not handle.
    let hitCasters: [AnyCaster]
    /// The class of the expected objects, with its slots; nil slots if it has none.
    let objectType: ObjectIdentifier?
    let slots: SlotTable?

    init(
        index: Int, definition: Definition, maker: Maker, steps: [Step], casters: [AnyCaster], exposure: Exposure?,
        isSendable: Bool, cycle: ServiceCycle? = nil, arguments: DeclaredArguments?,
        argumentDefaults: [String: PlannedValue] = [:], hooks: ServiceHooks?
    ) {
        self.index = index
        self.definition = definition
        self.maker = maker
        self.steps = steps
        self.casters = casters
        self.exposure = exposure
        self.isSendable = isSendable
        self.cycle = cycle
        firstLaterStep = (cycle == nil ? nil : definition.firstLaterStep) ?? steps.count
        self.arguments = arguments
        self.argumentDefaults = argumentDefaults
        self.hooks = hooks
        let typeName = exposure?.description.name ?? casters.first?.targetName
        hookSubject =
            hooks == nil
            ? nil
            : HookSubject(
                Self.id(of: definition), type: typeName, tags: definition.tagNames,
                of: definition)
        let isPlain =
            hooks?.resolved.isEmpty ?? true && definition.isPublic && definition.deprecation == nil
            && definition.scope.timeToLive == nil
        hitCasters = isPlain ? casters : []
        objectType = exposure?.objectType
        slots = exposure?.slots
    }

    /// The name of the service in paths.
    var id: String { Self.id(of: definition) }

    private static func id(of definition: Definition) -> String {
        definition.id.isEmpty ? definition.subject : definition.id
    }

    /// The name of the type, if it is known before an instance is built.
    var typeName: String? { exposure?.description.name ?? casters.first?.targetName }
    var scope: ServiceScope { definition.scope }

    /// What a resolve without arguments gives it; nil for a service that takes none.
    var noArguments: GivenArguments? { arguments == nil ? nil : GivenArguments.none }

    /// Whether instances are stopped when the container releases them.
    var isStopped: Bool { index >= 0 && definition.lifecycle.isStopped }

    /// Whether the service is synthetic.
    var isSynthetic: Bool { if case .synthetic = definition.construction { true } else { false } }

    /// The caster of a hit to that type.
    func hitCaster(for type: ObjectIdentifier) -> Unmanaged<AnyCaster>? {
        hitCasters.first { $0.target == type }.map(Unmanaged.passUnretained)
    }
}
