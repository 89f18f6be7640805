public import MoonwireValues

/// The services and parameters that the application defines in Swift.
public struct Registrations: Sendable {
    package private(set) var beneath = Layer(name: "Swift registrations")
    package private(set) var above = Layer(name: "Swift overrides")
    /// The parameters of the layer below, one by one.
    private(set) var settings: [ParameterSettings.Setting] = []

    package init() {
        above.isOverride = true
        beneath.parameters = ParameterTree(setByApplication: ())
        beneath.usualStore = { UserDefaultsStore.standard }
    }

    /// Whether they only replace services.
    var replaceOnly: Bool {
        settings.isEmpty && beneath.definitions.isEmpty && beneath.decorators.isEmpty && beneath.hooks.isEmpty
            && beneath.passes.isEmpty && beneath.processors.isEmpty
            && beneath.rules.isEmpty && beneath.refinements.isEmpty && beneath.owners.isEmpty && beneath.stores.isEmpty
            && beneath.scopes.isEmpty && beneath.clock == nil
            && beneath.diagnostics.isEmpty
    }

    mutating func add(_ hook: Hook) { beneath.hooks.append(hook) }

    mutating func add(_ rule: InjectionRule) { beneath.rules.append(rule) }

    /// Makes a class known for the checks of rules.
    mutating func addOwner(_ type: AnyClass) {
        let owner = SlotTable.of(type).registered
        if !beneath.owners.contains(where: { $0.type == owner.type }) { beneath.owners.append(owner) }
    }

    mutating func add(_ pass: Pass) { beneath.passes.append(pass) }

    mutating func add(_ processor: EnvironmentProcessor) {
        if let former = beneath.processors.first(where: { $0 == processor }) {
            return report(.processorTwice(former, at: processor.origin.location))
        }
        beneath.processors.append(processor)
    }

    /// Adds the words of a product besides Moonwire; once is enough.
    package mutating func add(_ module: some LayerModule) {
        guard !beneath.modules.contains(where: { $0.product == module.product }) else { return }
        beneath.modules.append(module)
    }

    mutating func report(_ fault: Diagnostic) { beneath.diagnostics.append(fault) }

    mutating func add(_ definition: Definition) { beneath.definitions.append(definition) }

    /// Records that something is wired by its type.
    mutating func noteWiringByType() { beneath.isWiredByType = true }

    mutating func add(_ decorator: Decorator) { beneath.decorators.append(decorator) }

    mutating func replace(by definition: Definition) {
        var definition = definition
        definition.isOverride = true
        above.definitions.append(definition)
    }

    /// Adds a service, which a script can replace by defining the same id.
    ///
    /// `services.register("clock") { _ in SystemClock() }`
    public mutating func register<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, tags: [ServiceTag] = [],
        file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        add(
            Definition(
                id: id, SwiftFactory(type, isSendable: true, make), scope, tags, ScriptLocation(file: file, line: line))
        )
    }

    /// Adds a service whose type is not `Sendable`, with the scope transient or graph.
    public mutating func register<T>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .transient, tags: [ServiceTag] = [],
        file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        add(
            Definition(
                id: id, SwiftFactory(type, isSendable: false, make), scope, tags,
                ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service of the scripts together with its decorators; it keeps its tags.
    ///
    /// An id that is not defined is a fault: ``register(_:as:scope:tags:file:line:_:)-(_,T.Type,_,_,_,_,_)`` adds a service.
    public mutating func override<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        replace(
            by: Definition(
                id: id, SwiftFactory(type, isSendable: true, make), scope, [], ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service by one whose type is not `Sendable`, with the scope transient or graph.
    public mutating func override<T>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .transient, file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        replace(
            by: Definition(
                id: id, SwiftFactory(type, isSendable: false, make), scope, [], ScriptLocation(file: file, line: line)))
    }

    /// Registers a class with slots whose instances the application creates, so that rules for its slots can be checked.
    ///
    /// `services.registerOwner(Dashboard.self)`; exposed types need no registration. A class in a module that was compiled with
    /// `-disable-reflection-metadata` is a fault, because the runtime does not know its fields.
    ///
    /// After `services.registerOwner(Dashboard.self, isolation: MainActor.self)`, ``Container/inject(into:isolation:)``,
    /// ``Container/slots(of:isolation:)``, and ``Container/resetSlots(of:isolation:)`` throw an error outside that actor, in all
    /// containers. Another actor than a former one is a fault.
    public mutating func registerOwner<Owner: AnyObject>(
        _ type: Owner.Type, isolation: (any GlobalActor.Type)? = nil
    ) {
        addOwner(type)
        if let isolation, let fault = OwnerIsolation.record(OwnerIsolation(isolation), of: type) { report(fault) }
    }

    /// Registers that a protocol inherits from another one, so that rules for the latter reach slots of the former.
    ///
    /// ```swift
    /// services.registerRefinement((any Cruising).self) { $0 as any Driving }    // protocol Cruising: Driving
    /// ```
    ///
    /// Swift does not list inherited protocols at run time. The closure is not called: it compiles only if the protocol inherits.
    /// A rule for the protocol that a slot names takes precedence over one for an inherited protocol.
    public mutating func registerRefinement<Specific, General>(
        _ type: Specific.Type, file: String = #fileID, line: Int = #line, _ upcast: (Specific) -> General
    ) {
        guard isExistential(type), isExistential(General.self) else {
            let location = ScriptLocation(file: file, line: line)
            return report(.noRefinement(typeName(isExistential(type) ? General.self : type), at: location))
        }
        beneath.refinements.append(
            ProtocolRefinement(
                specific: SlotType(type).protocolNames, general: SlotType(General.self).protocolNames))
    }

    /// Registers a store in which preferences keep their values.
    ///
    /// Preferences that name no store use the one named `default`, which is ``UserDefaultsStore/standard`` unless the
    /// application registers another. A name that no preference uses, but that is similar to one that a preference uses,
    /// causes a warning, and an error in ``Container/withOverrides(_:operation:)``.
    ///
    /// `services.registerStore(MemoryStore(), named: "default")`
    public mutating func registerStore(
        _ store: any PreferenceStore, named name: String, file: String = #fileID, line: Int = #line
    ) {
        beneath.stores[name] = store
        beneath.storeLocations[name] = ScriptLocation(file: file, line: line)
    }

    /// Registers the clock by which instances of services with `scope = { "cached", ttl = 60 }` expire.
    ///
    /// By default, that is a `ContinuousClock`. A test registers one that it sets:
    ///
    /// ```swift
    /// let clock = ManualClock()
    /// let container = try Container(scripts: ["container.lua"], types: Exposures.all, environment: .test) {
    ///     $0.registerClock(clock)
    /// }
    /// clock.advance(by: .seconds(60))
    /// ```
    public mutating func registerClock(_ clock: some Clock<Duration>) { beneath.clock = ExpiryClock(clock) }

    /// Declares a scope, which the application opens with ``Container/withScope(_:_:operation:)``.
    ///
    /// `services.registerScope("request")`; scripts can declare scopes too.
    ///
    /// - Parameters:
    ///   - name: The name of the scope.
    ///   - parent: The scope within which it opens; nil for a scope that opens on its own.
    ///   - file: The file to which messages about the scope refer.
    ///   - line: The line in that file.
    public mutating func registerScope(
        _ name: String, within parent: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        let origin = Origin(ScriptLocation(file: file, line: line))
        guard ScopeDefinition.isName(name) else {
            beneath.diagnostics.append(.badScopeName(name, at: origin.location))
            return
        }
        beneath.scopes.append(ScopeDefinition(name: name, within: parent, origin: origin))
    }

    /// Sets a parameter.
    ///
    /// When a container is created, the scripts may replace the value. In ``Container/withOverrides(_:operation:)``, the
    /// value replaces that of an existing parameter, whose uses it must fit.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter; dots lead into maps, as in `mail.port`.
    ///   - value: The value, in which `%` and `@` have no meaning.
    ///   - declaring: Whether `withOverrides` may add a parameter that does not exist.
    ///   - file: The file to which messages about the value refer.
    ///   - line: The line in that file.
    public mutating func setParameter(
        _ name: String, to value: PlainValue, declaring: Bool = false, file: String = #fileID, line: Int = #line
    ) {
        let origin = Origin(ScriptLocation(file: file, line: line))
        let value = WiredValue(plain: value)
        guard ParameterTree.isName(name) else {
            beneath.diagnostics.append(.badParameterName(name, at: origin.location))
            return
        }
        beneath.parameters.set(name, value, origin: origin, path: [])
        settings.append(.init(name: name, value: value, origin: origin, isDeclaring: declaring))
    }
}

extension Definition {
    init(
        id: String, _ factory: SwiftFactory, _ scope: ServiceScope, _ tags: [ServiceTag], _ location: ScriptLocation
    ) {
        self.init(id: id, origin: Origin(location), construction: .swift(factory))
        self.scope = scope
        self.tags = tags
    }
}
