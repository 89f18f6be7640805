public import MoonwireValues

/// Services and parameters that the application describes in Swift: beneath the scripts, or over them.
public struct Registrations: Sendable {
    package private(set) var beneath = Layer(name: "Swift registrations")
    package private(set) var above = Layer(name: "Swift overrides")
    /// The parameters of the layer below, one by one.
    private(set) var settings: [ParameterSettings.Setting] = []

    package init() {
        above.isOverride = true
        beneath.parameters = ParameterTree(setByApplication: ())
        beneath.usualStore = UserDefaultsStore.standard
    }

    mutating func add(_ hook: Hook) { beneath.hooks.append(hook) }

    /// Adds a service; a script that defines the id wins over it.
    ///
    /// `services.register("clock") { _ in SystemClock() }`
    public mutating func register<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, tags: [ServiceTag] = [],
        file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        beneath.definitions.append(
            Definition(
                id: id, SwiftFactory(type, isSendable: true, make), scope, tags, ScriptLocation(file: file, line: line))
        )
    }

    /// Adds a service whose instances may not be shared between threads: its scope is transient or graph.
    public mutating func register<T>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .transient, tags: [ServiceTag] = [],
        file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        beneath.definitions.append(
            Definition(
                id: id, SwiftFactory(type, isSendable: false, make), scope, tags,
                ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service and its decorators, whatever the scripts say about it; it keeps its tags.
    ///
    /// An id that nothing defines is a fault: ``register(_:as:scope:tags:file:line:_:)-(_,T.Type,_,_,_,_,_)`` adds a service.
    public mutating func override<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        above.definitions.append(
            Definition(
                id: id, SwiftFactory(type, isSendable: true, make), scope, [], ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service by one whose instances may not be shared between threads: its scope is transient or graph.
    public mutating func override<T>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .transient, file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        above.definitions.append(
            Definition(
                id: id, SwiftFactory(type, isSendable: false, make), scope, [], ScriptLocation(file: file, line: line)))
    }

    /// Makes a class with slots known that the application makes itself, so that rules for its slots can be checked.
    ///
    /// `services.registerOwner(Dashboard.self)`; exposed types are known anyway. A class whose fields the runtime does not know, as its
    /// module was compiled with `-disable-reflection-metadata`, is a fault.
    public mutating func registerOwner<Owner: AnyObject>(_ type: Owner.Type) {
        beneath.owners.append(SlotTable.of(type).registered)
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
    fileprivate init(
        id: String, _ factory: SwiftFactory, _ scope: ServiceScope, _ tags: [ServiceTag], _ location: ScriptLocation
    ) {
        self.init(id: id, origin: Origin(location), construction: .swift(factory))
        self.scope = scope
        self.tags = tags
    }
}
