/// The exposures to generate for a module, and everything that is to be reported about them.
struct ExposurePlan: Sendable {
    /// Sorted by the names of the types.
    var exposures: [PlannedExposure] = []
    /// The exposed types as expressions: `Engine`, `Repository<Engine>`.
    var listedTypes: [String] = []
    /// The access of the list.
    var access = AccessLevel.internal
    /// The modules that the generated file imports besides Moonwire.
    var imports: Set<String> = []
    /// What is left out, with reasons.
    var notes: [Remark] = []
    /// What must be corrected before anything is generated.
    var faults: [Remark] = []
    /// How many types have an exposure that is written by hand.
    var handWrittenCount = 0

    var isEmpty: Bool { listedTypes.isEmpty && exposures.isEmpty }
    /// The names of the types with a generated exposure.
    var names: [String] { exposures.flatMap { [$0] + $0.subclasses }.map(\.type.name) }
}

/// The exposure of a type.
struct PlannedExposure: Sendable {
    let type: TypeDeclaration
    var initializers: [PlannedFunction] = []
    var methods: [PlannedFunction] = []
    var properties: [PropertyDeclaration] = []
    var slots: [PlannedSlot] = []
    /// The global actor of a class.
    var isolation: String?
    /// The protocols, as source code names them after `any`.
    var provided: [String] = []
    /// The exposures of subclasses, which cannot override a member of an extension.
    var subclasses: [PlannedExposure] = []
}
