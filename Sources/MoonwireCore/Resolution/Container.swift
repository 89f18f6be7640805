public import MoonwireValues

/// The object that an application asks for services.
///
/// `Moonwire` makes one from scripts: `try Container(scripts: ["container.lua"], types: [Engine.self, Car.self])`.
public final class Container: Sendable {
    /// Faults, warnings and notes, of the load and of everything after.
    public let diagnostics = DiagnosticChannel()
    /// The types that scripts may name.
    public let types: TypeRegistry
    let current = CurrentGeneration()

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
        _ = current.exchange(
            Generation(graph, types, current, Generation.Settings(diagnostics: diagnostics, slowWait: slowWait)))
    }

    deinit {
        let last = current.exchange(nil)
        current.gate.drain()
        last?.endLease()
    }

    /// Whether a service with that id is defined.
    public func contains(_ id: String) -> Bool {
        current.peek { $0.names.place(of: id) } != nil
    }

    /// The line that defines a service; nil for an unknown id.
    public func location(of id: String) -> ScriptLocation? {
        current.peek { generation in
            generation.names.place(of: id).flatMap { generation.services[$0].definition.origin.location }
        }
    }

    /// Supplies the instance of a synthetic service, or of any shared one in place of what would be built.
    ///
    /// Throws ``ContainerError`` for an unknown id, a service that is not shared, and an instance of another type.
    public func set<T: Sendable>(_ id: String, _ instance: T) throws {
        let object = boxed(instance)
        let former = try resolving { generation in
            let place = try generation.place(of: id)
            try generation.checkSupply(object, ofServiceAt: place)
            return generation.instances.exchange(object, at: place)
        }
        if let former {
            current.gate.drain()
            former.release()
        }
    }

    /// Sets a parameter for the builds from now on; throws ``ContainerError`` for one that chose a type, factory or id.
    public func setParameter(_ name: String, to value: Value, file: String = #fileID, line: Int = #line) throws {
        try resolving {
            try $0.parameters.set(
                name, WiredValue(plain: value), origin: Origin(ScriptLocation(file: file, line: line)))
        }
    }

    /// Sets a parameter to an object, which arrives as it is where a definition refers to the parameter.
    public func setParameter(
        _ name: String, toObject object: any AnyObject & Sendable, file: String = #fileID, line: Int = #line
    ) throws {
        try resolving {
            try $0.parameters.set(name, .object(object), origin: Origin(ScriptLocation(file: file, line: line)))
        }
    }

    /// The value of a parameter; throws ``ContainerError`` when it is unknown or of another type.
    public func parameter<T: Convertible>(_ name: String, as type: T.Type = T.self) throws -> T {
        try resolving { try Resolver($0).parameter(name, as: type) }
    }

    /// Runs `body` in the generation of the resolve in progress on this thread, or else in the current one.
    func resolving<R>(_ body: (Generation) throws -> R) throws -> R {
        try Resolution.current.resolving(in: current, body)
    }
}
