extension Container {
    /// Fills the required slots of an object that the application created, and its other slots when they are read.
    ///
    /// ```swift
    /// let dashboard = Dashboard()
    /// try container.inject(into: dashboard)
    /// ```
    ///
    /// A slot that has a value keeps it. Services of scope `graph` are the same in all slots of the object.
    ///
    /// No other code must use the owner meanwhile: call this where the owner is isolated, which is on the main actor for a
    /// class that is marked `@MainActor`. A call elsewhere throws an error if an exposure states the actor by ``ActorIsolation``, or
    /// ``Registrations/registerOwner(_:isolation:)`` does. Otherwise it is a data race that neither the compiler nor the container
    /// detects. The compiler checks calls for classes that conform to ``MainActorOwner``, and for actors.
    ///
    /// - Parameters:
    ///   - owner: The object.
    ///   - isolation: The actor of the caller. A caller without one is accepted on the main queue, and for other actors than the
    ///     main actor.
    /// - Throws: ``ContainerError`` for a required slot that cannot be filled, for a call outside the stated actor of the class, and for
    ///   an object of a class, or with a base class, in a module that was compiled with `-disable-reflection-metadata`.
    public func inject<Owner: AnyObject>(
        into owner: Owner, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try OwnerIsolation.check(owner, for: isolation, .filled)
        try adopt(owner)
    }

    /// Fills the required slots of an object of the main actor, on the main actor.
    @MainActor public func inject<Owner: MainActorOwner>(into owner: Owner) throws {
        try adopt(owner)
    }

    /// Fills the required slots of an actor, on that actor.
    public func inject<Owner: Actor>(into owner: isolated Owner) throws {
        try adopt(owner)
    }

    /// The slots of an object: their names, types, and property wrappers, whether they are filled, and what the wiring injects.
    ///
    /// ```swift
    /// for slot in try container.slots(of: dashboard) { print(slot) }
    /// // engine: Engine, @Injected, filled, inject Dashboard.engine at container.lua:4
    /// let engine = try container.slots(of: dashboard)["engine"].get(as: Engine.self)
    /// ```
    ///
    /// No other code must use the owner meanwhile.
    ///
    /// - Parameters:
    ///   - owner: The object.
    ///   - isolation: The actor of the caller, as for ``inject(into:isolation:)``.
    /// - Throws: ``ContainerError`` for a class whose slots are not known to the runtime, and for a call outside the stated actor of the
    ///   class.
    /// - Returns: The slots, those of base classes first.
    public func slots(of owner: AnyObject, isolation: isolated (any Actor)? = #isolation) throws -> OwnerSlots {
        try OwnerIsolation.check(owner, for: isolation, .listed)
        let table = try slotTable(of: owner)
        return try resolving { OwnerSlots(of: owner, table, in: $0) }
    }

    /// The slots of the instance that the container holds for a service; nil if it holds none.
    ///
    /// What the wiring injects is determined from the declarations of the slots alone, so that other code may use the instance meanwhile.
    package func slots(ofInstanceOf id: String) throws -> OwnerSlots? {
        try resolving { generation in
            guard let position = generation.plan.names.position(of: id),
                let holding = generation.instances.holdings.first(where: { $0.position == position })
            else { return nil }
            return OwnerSlots(of: holding.instance, try slotTable(of: holding.instance), in: generation)
        }
    }

    /// Empties all slots of an object that a container fills; the next read of each fills it again.
    ///
    /// ``Final`` slots and preferences keep their values. A slot that a rule with `once` has filled stays empty. No other code must use
    /// the owner meanwhile.
    ///
    /// - Parameters:
    ///   - owner: The object.
    ///   - isolation: The actor of the caller, as for ``inject(into:isolation:)``.
    /// - Throws: ``ContainerError`` for a class whose slots are not known to the runtime, and for a call outside the stated actor of the
    ///   class.
    public func resetSlots(of owner: AnyObject, isolation: isolated (any Actor)? = #isolation) throws {
        try OwnerIsolation.check(owner, for: isolation, .emptied)
        let table = try slotTable(of: owner)
        for field in table.fields { _ = field.slot.empty(at: field, of: owner, table) }
    }

    private func slotTable(of owner: AnyObject) throws -> SlotTable {
        let table = SlotTable.of(type(of: owner))
        if let hidden = table.hidden { throw ContainerError(.notInjectable(table.ownerName, hidden)) }
        return table
    }

    private func adopt(_ owner: AnyObject) throws {
        let table = try slotTable(of: owner)
        try resolving { try $0.fillSlots(of: owner, table, nil) }
    }
}

/// The filled slots of an object that a container fills, in the order of their declaration; throws ``ContainerError`` if they are
/// not known to the runtime.
package func injectedSlots(of owner: AnyObject) throws -> (owner: String, slots: [String]) {
    let table = SlotTable.of(type(of: owner))
    if let hidden = table.hidden { throw ContainerError(.notInjectable(table.ownerName, hidden)) }
    let filled = table.fields.filter { $0.slot.kind.isInjectable && $0.slot.isFilled(at: $0, of: owner, table) }
    return (table.ownerName, filled.map(\.name))
}
