public import MoonwireValues
import Synchronization

/// The object that an application asks for services.
///
/// `Moonwire` makes one from scripts: `try Container(scripts: ["container.lua"], types: [Engine.self, Car.self])`.
public final class Container: Sendable {
    /// Faults, warnings and notes, of the load and of everything after.
    public let diagnostics = DiagnosticChannel()
    /// The types that scripts may name.
    public let types: TypeRegistry
    private let identity = ContainerIdentity()
    private let gate = ReaderGate()
    /// The address of the current generation, retained.
    private let current: Atomic<UInt>

    /// Validates the layers and makes the first generation; throws ``ContainerError`` with all that is wrong.
    ///
    /// - Parameter slowWait: Seconds after which a wait for another thread's build is reported.
    public init(
        layers: [Layer], types: TypeRegistry, variables: EnvironmentVariables = .process, slowWait: Int = 5
    ) throws {
        self.types = types
        let read = layers.flatMap(\.diagnostics)
        guard layers.allSatisfy(\.isComplete) else { throw ContainerError(read.faults) }
        let graph = DefinitionGraph(layers: layers, types: types, variables: variables)
        let checked = Validation.check(graph)
        let faults = (read + checked).faults
        guard faults.isEmpty else { throw ContainerError(faults) }
        diagnostics.report(read + checked)
        let generation = Generation(
            graph, types, identity, Generation.Settings(diagnostics: diagnostics, slowWait: slowWait, gate: gate))
        try generation.open()
        current = Atomic(UInt(bitPattern: Unmanaged.passRetained(generation).toOpaque()))
    }

    deinit {
        identity.end()
        let last = Self.generation(current.load(ordering: .acquiring))
        last?.takeRetainedValue().releaseInstances()
    }

    /// Whether a service with that id is defined.
    public func contains(_ id: String) -> Bool {
        generation.names.place(of: id) != nil
    }

    /// The line that defines a service; nil for an unknown id.
    public func location(of id: String) -> ScriptLocation? {
        let generation = generation
        return generation.names.place(of: id).flatMap { generation.services[$0].definition.origin.location }
    }

    /// Supplies the instance of a synthetic service, or of any shared one in place of what would be built.
    ///
    /// Throws ``ContainerError`` for an unknown id, a service that is not shared, and an instance of another type.
    public func set<T: Sendable>(_ id: String, _ instance: T) throws {
        let generation = generation
        let place = try generation.place(of: id)
        let object = boxed(instance)
        try generation.checkSupply(object, ofServiceAt: place)
        generation.supply(object, at: place)
    }

    /// Sets a parameter for the builds from now on; throws ``ContainerError`` for one that chose a type, factory or id.
    public func setParameter(_ name: String, to value: Value, file: String = #fileID, line: Int = #line) throws {
        try generation.setParameter(name, WiredValue(plain: value), Origin(ScriptLocation(file: file, line: line)))
    }

    /// Sets a parameter to an object, which arrives as it is where a definition refers to the parameter.
    public func setParameter(
        _ name: String, toObject object: any AnyObject & Sendable, file: String = #fileID, line: Int = #line
    ) throws {
        try generation.setParameter(name, .object(object), Origin(ScriptLocation(file: file, line: line)))
    }

    /// The value of a parameter; throws ``ContainerError`` when it is unknown or of another type.
    public func parameter<T: Convertible>(_ name: String, as type: T.Type = T.self) throws -> T {
        try Resolver(generation).parameter(name, as: type)
    }

    /// Runs the hooks of the current generation.
    package var hooks: HookRunner { HookRunner(generation) }

    /// The generation of the resolve in progress on this thread, or else the current one.
    var generation: Generation {
        if let pinned = Resolution.current.pinned(of: identity) { return pinned }
        let retained = gate.read { () -> Unmanaged<Generation>? in
            let generation = Self.generation(current.load(ordering: .sequentiallyConsistent))
            _ = generation?.retain()
            return generation
        }
        guard let retained else { preconditionFailure("Moonwire: a container is used after its end") }
        return retained.takeRetainedValue()
    }

    /// Reads from the current generation, which cannot go meanwhile; nothing may wait in `body`.
    @inline(__always) func withCurrent<R>(_ body: (Generation) -> R?) -> R? {
        gate.read {
            Self.generation(current.load(ordering: .sequentiallyConsistent))?._withUnsafeGuaranteedRef(body)
        }
    }

    @inline(__always) private static func generation(_ address: UInt) -> Unmanaged<Generation>? {
        UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
    }
}
