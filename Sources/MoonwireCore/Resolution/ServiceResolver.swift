public import MoonwireValues

/// Resolves other services for a factory, in the generation in which its service is built.
///
/// The services that a factory resolves while it runs, on any thread or task, are dependencies of its service: if one of them
/// changes, the service is replaced. A resolver that is kept for later resolves in the generation that is current at that
/// time, and records no dependency, like a provider: do not keep the result.
public struct ServiceResolver: Sendable {
    private let reference: WeakGeneration
    /// The function for which it was created; nil for one that builds nothing.
    private let session: BuildSession?

    init(_ generation: Generation, for session: BuildSession? = nil) {
        self.init(generation.reference, session)
    }

    private init(_ reference: WeakGeneration, _ session: BuildSession?) {
        self.reference = reference
        self.session = session
    }

    var current: CurrentGeneration { reference.current }

    /// The function returned while another thread began a request for it.
    private struct SessionOver: Error {}

    func resolving<R>(_ id: String? = nil, _ body: (Generation) throws -> R) throws -> R {
        let resolution = Resolution.current
        guard let session else {
            return try resolution.resolving(in: current, preferring: reference, scoped: true, for: id, body)
        }
        if session.isOpen {
            guard session.isElsewhere(resolution) else {
                return try resolution.resolving(in: current, preferring: reference, for: id, body)
            }
            do {
                return try resolution.acting(for: session) {
                    try resolution.resolving(in: current, preferring: reference, for: id, body)
                }
            } catch is SessionOver {}
        }
        // The build is over: from now on, requests are independent, even inside a resolve for another build.
        return try resolution.acting(for: nil) { try resolution.resolving(in: current, for: id, body) }
    }

    /// No definition contains the requests of a function, and a reload must know them.
    func note(in generation: Generation, _ note: (RuntimeDependencyLog, _ position: Int) -> Void) throws {
        let resolution = Resolution.current
        resolution.observe(in: generation) { note(generation.instances.dependencyLog, $0) }
        // A request that was recorded after the end may have been missed.
        if let session, resolution.session === session, !session.isOpen { throw SessionOver() }
    }

    /// The position of an id, or an error; a missing one is recorded, too.
    func position(of id: String, in generation: Generation) throws -> Int {
        let position = generation.plan.names.position(of: id)
        try note(in: generation) { $0.note(id: id, leadingTo: position, by: $1) }
        return try position ?? generation.position(of: id)
    }

    /// The position of the only service that provides a type, or an error; the type is recorded, too.
    func position<T>(providing type: T.Type, in generation: Generation) throws -> Int {
        try note(in: generation) { $0.note(type: ObjectIdentifier(type), by: $1) }
        let position = try generation.position(ofType: type)
        try note(in: generation) { $0.note(service: position, by: $1) }
        return position
    }

    private func note(parameter name: String, in generation: Generation) throws {
        let isDefined = generation.parameters.contains(name)
        try note(in: generation) { $0.note(parameter: name, isDefined: isDefined, by: $1) }
    }

    /// The instance of a service of that very class, while the function for which the resolver was created runs on this thread.
    ///
    /// Nil if the general path is needed, which uses the metadata of generic types, and may look for another generation.
    private func directInstance(_ id: String, _ type: ObjectIdentifier) throws -> AnyObject? {
        let resolution = Resolution.lent
        guard let session, session.isOpen, resolution._withUnsafeGuaranteedRef({ !session.isElsewhere($0) }),
            let generation = resolution._withUnsafeGuaranteedRef({ $0.outermost(of: current) })
        else { return nil }
        return try generation._withUnsafeGuaranteedRef { generation in
            guard let position = generation.plan.names.position(of: id), generation.isDirect(position, type) else {
                return nil
            }
            try note(in: generation) { $0.note(id: id, leadingTo: position, by: $1) }
            return try generation.instance(at: position)
        }
    }

    /// Resolves the service with that id.
    public func resolve<T>(_ id: String, as type: T.Type = T.self) throws -> T {
        if let instance = try directInstance(id, ObjectIdentifier(type)) { return unsafeBitCast(instance, to: T.self) }
        return try resolving(id) { generation in
            let position = try position(of: id, in: generation)
            return try generation.cast(try generation.instance(at: position), ofServiceAt: position, as: type)
        }
    }

    /// Resolves the service with that key.
    public func resolve<T>(_ key: ServiceKey<T>) throws -> T {
        try resolve(key.id, as: T.self)
    }

    /// Returns the service with that id if it has an instance, without building one; nil if it has none.
    ///
    /// A function that stops a service uses others in this way, so that none is built at the end.
    public func built<T>(_ id: String, as type: T.Type = T.self) throws -> T? {
        try withBuiltInstance(id) { generation, instance, position in
            try generation.cast(instance, ofServiceAt: position, as: type)
        }
    }

    /// Resolves the only service that provides that type.
    public func resolve<T>(_ type: T.Type) throws -> T {
        try resolving { generation in
            let position = try position(providing: type, in: generation)
            return try generation.cast(try generation.instance(at: position), ofServiceAt: position, as: type)
        }
    }

    /// Resolves all services with a tag, those of higher priority first.
    ///
    /// `let processors = try resolver.tagged("page.processor", as: (any PageProcessor).self)`
    public func tagged<T>(_ tag: String, as type: T.Type = T.self) throws -> [T] {
        try collect(tag) { try $0.cast($1, ofServiceAt: $2, as: type) }
    }

    /// The instances themselves, and whether a script must not keep them alive.
    package func instances(
        tagged tag: String, at location: @autoclosure () -> ScriptLocation?
    ) throws -> [(instance: AnyObject, isWeak: Bool)] {
        try collect(tag, at: location()) { generation, instance, position in
            (instance, generation.plan.services[position].scope == .weak)
        }
    }

    private func collect<R>(
        _ tag: String, at location: @autoclosure () -> ScriptLocation? = nil,
        _ read: (Generation, AnyObject, Int) throws -> R
    ) throws -> [R] {
        try resolving { generation in
            let isUsed = !generation.plan.graph.tags.members(of: tag).isEmpty
            try note(in: generation) { $0.note(tag: tag, isUsed: isUsed, by: $1) }
            if !isUsed { generation.reportEmpty(tag, at: location()) }
            return try generation.positions(tagged: tag).map { position in
                try note(in: generation) { $0.note(service: position, by: $1) }
                return try read(generation, try generation.instance(at: position), position)
            }
        }
    }

    /// Returns the value of a parameter.
    public func parameter<T: Convertible>(_ name: String, as type: T.Type = T.self) throws -> T {
        try resolving { generation in
            try note(parameter: name, in: generation)
            let value = try generation.parameters.value(of: name)
            do {
                return try withExtendedLifetime(value) {
                    try T.read(from: ValueReader(generation.source, position: value.position))
                }
            } catch let error as ConversionError {
                throw generation.secrets.masked(ContainerError(.parameterMismatch(name, error), underlying: error))
            }
        }
    }

    /// Returns the value of a preference: the one in its store, or else its default.
    ///
    /// `let volume = try resolver.preference("Settings.volume", as: Int.self)`
    ///
    /// A later change of the preference does not replace the service: it can listen with ``Preferences/watch(_:as:)``.
    public func preference<T: Convertible>(_ name: String, as type: T.Type = T.self) throws -> T {
        try resolving { generation in
            let isDefined = generation.plan.graph.preferences[name] != nil
            try note(in: generation) { $0.note(preference: name, isDefined: isDefined, by: $1) }
            let value = try generation.preferenceValue(name)
            do { return try generation.read(value, of: try generation.preference(name), as: type) } catch let error
                as ContainerError
            {
                throw generation.secrets.masked(error)
            }
        }
    }

    /// The instance of a service, and whether a script must not keep it alive.
    package func instance(
        _ id: String, _ given: GivenArguments? = nil
    ) throws -> (instance: AnyObject, isWeak: Bool) {
        try resolving(id) { generation in
            let position = try position(of: id, in: generation)
            let instance = try given.map { try generation.instance(at: position, with: $0) }
            let isWeak = generation.plan.services[position].scope == .weak
            return (try instance ?? generation.instance(at: position), isWeak)
        }
    }

    /// The instance that a service has, and whether a script must not keep it alive; nil if it has none.
    package func builtInstance(_ id: String) throws -> (instance: AnyObject, isWeak: Bool)? {
        try withBuiltInstance(id) { generation, instance, position in
            (instance, generation.plan.services[position].scope == .weak)
        }
    }

    private func withBuiltInstance<R>(_ id: String, _ body: (Generation, AnyObject, Int) throws -> R) throws -> R? {
        try resolving(id) { generation in
            let position = try position(of: id, in: generation)
            let definition = generation.plan.services[position].definition
            guard definition.scope.isKept else {
                throw ContainerError(.neverKept(definition, by: "a function", at: nil))
            }
            return try generation.builtInstance(at: position).map { try body(generation, $0, position) }
        }
    }

    /// Borrows an argument of the service that this thread builds; nil if it is not given, and has a default.
    package func withArgument<R>(_ name: String, hasDefault: Bool, _ body: (ValueReader) throws -> R) throws -> R? {
        try resolving { generation in
            let resolution = Resolution.current
            guard let service = resolution.serviceWithArguments else {
                throw ContainerError(.argumentOutsideBuild(name))
            }
            let given = resolution.givenArguments ?? .none
            guard service.scope == .transient || service.scope.admitsArguments && service.arguments != nil else {
                throw ContainerError(.argumentOfOtherScope(name, service.definition))
            }
            given.noteRead(name)
            guard let value = given[name] ?? (hasDefault ? nil : service.argumentDefaults[name]) else {
                if hasDefault { return nil }
                throw ContainerError(.argumentNotGiven(name, service.definition, given: given.names))
            }
            return try body(ValueReader(generation.source, position: value.position))
        }
    }

    /// Borrows a parameter's value.
    package func withParameter<R>(_ name: String, _ body: (ValueReader) throws -> R) throws -> R {
        try resolving { generation in
            try note(parameter: name, in: generation)
            let value = try generation.parameters.value(of: name)
            return try withExtendedLifetime(value) {
                try body(ValueReader(generation.source, position: value.position))
            }
        }
    }

    /// The resolver for the scripts of the resolver's generation; nil if they are no longer active.
    ///
    /// They are active while their generation, or one that a reset has made from it, is current or about to be, and on a thread or a task
    /// that stays in one of these.
    package var inForce: ServiceResolver? {
        let lowest = reference.lowest
        if Resolution.current.pinned(of: current)?.reference.lowest.wiring == lowest.wiring { return self }
        if let now = current.peek({ $0.context.wiring == lowest.wiring ? $0.reference : nil }) ?? nil {
            return ServiceResolver(Override.generation(ofWiring: lowest.wiring, in: current) ?? now, nil)
        }
        guard let own = lowest.lease() else { return nil }
        defer { own.endLease() }
        return own.isOpen ? nil : self
    }

    /// The resolver of the generation below an override; of any other, the same.
    package var withoutOverrides: ServiceResolver { ServiceResolver(reference.lowest, nil) }
}
