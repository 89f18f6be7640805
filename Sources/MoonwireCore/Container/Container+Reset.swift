import MoonwireSupport
import MoonwireValues

extension Container {
    /// Forgets the instance of a service and those of services that hold it: the next resolves build new ones.
    ///
    /// The former instances are stopped as after a reload: when the last resolve that has begun before has ended, and in reverse order.
    /// `reload` of the definitions does not matter, but for `drain`. An instance that the application supplied is forgotten, too.
    ///
    /// ```swift
    /// let former = try container.resolve("cache", as: Cache.self)
    /// try container.reset("cache")
    /// print(try container.resolve("cache", as: Cache.self) === former)   // false
    /// ```
    ///
    /// Scopes, overrides, and resolves that are open keep what they have, and so does an instance that the application supplied. State is
    /// not handed over to the new instance of the service, but to those of the services that hold it.
    ///
    /// - Parameter id: The id of the service, of an alias, or of a decorator: the service is reset with all its decorators.
    /// - Throws: ``ContainerError`` for an unknown id, a synthetic service, and a service that is not shared, weak, or cached; if the
    ///   environment has changed so that it determines another type, factory, method, or tag; from code that runs as part of a reload; and
    ///   after the end of the container.
    public func reset(_ id: String) throws { try reset { try $0.resettable(id) } }

    /// As above, for the service with a key.
    public func reset<T>(_ key: ServiceKey<T>) throws { try reset(key.id) }

    /// Forgets all instances of a scope, shared, weak, or cached for that time, and those that hold them, except for those that the application has supplied.
    ///
    /// - Throws: ``ContainerError`` for another scope: the instances of a scope that the application opens end when it is closed.
    public func reset(scope: ServiceScope) throws { try reset { try $0.resettable(in: scope) } }

    private func reset(_ positions: (Generation) throws -> Set<Int>) throws {
        try takingReloadGate("reset") {
            guard let old = current.lease() else { throw current.ended() }
            defer { old.endLease() }
            var candidate = try CandidateGeneration(of: old, in: self) { try positions(old) }
            _ = try exchange(&candidate, for: old, open: { try $0.open(after: old) }) { _ in }
            startAgain()
        }
    }
}

extension Generation {
    /// Lets services be built, without the hooks of registrations, which have run: no definition is new.
    ///
    /// Throws ``ContainerError`` if the environment now determines other types, factories, methods, or tags than it did when they were
    /// checked.
    fileprivate func open(after former: Generation) throws {
        if let reading = wholePlan.readingOfOtherNames(in: former.wholePlan) {
            throw ContainerError(.resetAfterOtherNames(reading))
        }
        opened.store(true, ordering: .releasing)
    }

    /// The services of a scope that the container can build again; throws ``ContainerError`` for a scope whose instances it does not have.
    fileprivate func resettable(in scope: ServiceScope) throws -> Set<Int> {
        guard scope.isOfContainer else { throw ContainerError(.resetOfOtherScope(scope)) }
        let supplied = instances.shared.supplied
        return Set(
            plan.services.indices.filter { position in
                let definition = plan.services[position].definition
                return definition.scope == scope && !definition.isAlias && !supplied.contains(position)
            })
    }

    /// The service with an id and its decorators; throws ``ContainerError`` if it has no instance that could be built again.
    fileprivate func resettable(_ id: String) throws -> Set<Int> {
        let table = plan.graph.table
        let original = table.original(ofServiceAt: try position(of: id))
        let definition = plan.services[original].definition
        if definition.isSynthetic { throw ContainerError(.resetOfSynthetic(definition)) }
        // A decorator may have a scope of its own.
        let layers = ([original] + table.decorators(ofServiceAt: original)).filter {
            plan.services[$0].scope.isOfContainer
        }
        if layers.isEmpty { throw ContainerError(.resetInOtherScope(definition)) }
        return Set(layers)
    }
}

extension ServiceScope {
    /// Whether the container itself has the instances.
    fileprivate var isOfContainer: Bool {
        switch self {
        case .shared, .weak, .cached: true
        case .transient, .graph, .named: false
        }
    }
}
