extension Container {
    /// Fills the required slots of an object that the application created, and its other slots when they are read.
    ///
    /// ```swift
    /// let dashboard = Dashboard()
    /// try container.inject(into: dashboard)
    /// ```
    ///
    /// A slot that has a value keeps it. Services of scope `graph` are the same in all slots of the object. Throws
    /// ``ContainerError`` for a required slot that cannot be filled, and for an object of a class, or with a base class, in a
    /// module that was compiled with `-disable-reflection-metadata`.
    ///
    /// No other code must use the owner meanwhile: call this where the owner is isolated, which is on the main actor for a
    /// class that is marked `@MainActor`.
    ///
    /// - Warning: A call from anywhere else is a data race that neither the compiler nor the container detects: objects of such a
    ///   class may be passed to any thread, and nothing records the actor of a class at run time. The compiler checks it for a
    ///   class that conforms to ``MainActorOwner``, and for actors.
    public func inject<Owner: AnyObject>(into owner: Owner) throws {
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

    private func adopt(_ owner: AnyObject) throws {
        let table = SlotTable.of(type(of: owner))
        if let hidden = table.hidden { throw ContainerError(.notInjectable(table.ownerName, hidden)) }
        try resolving { try $0.fillSlots(of: owner, table, nil) }
    }
}
