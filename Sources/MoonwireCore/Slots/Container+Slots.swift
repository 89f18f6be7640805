extension Container {
    /// Fills the required slots of an object that the application made, and fills its other slots from now on.
    ///
    /// ```swift
    /// let dashboard = Dashboard()
    /// try container.inject(into: dashboard)
    /// ```
    ///
    /// A slot that holds something keeps it. Services of scope `graph` are the same in all slots of the object. Throws
    /// ``ContainerError`` for a required slot that cannot be filled. The owner must not be in use elsewhere meanwhile.
    public func inject<Owner: AnyObject>(into owner: Owner) throws {
        try adopt(owner)
    }

    /// Fills the required slots of an actor, within it.
    public func inject<Owner: Actor>(into owner: isolated Owner) throws {
        try adopt(owner)
    }

    private func adopt(_ owner: AnyObject) throws {
        try resolving { try $0.fillSlots(of: owner, SlotTable.of(type(of: owner)), nil) }
    }
}
