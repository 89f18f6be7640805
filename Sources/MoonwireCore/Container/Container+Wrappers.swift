extension Container {
    /// The wrappers of methods; nil if the container has no product that adds any.
    package var methodWrappers: MethodWrappers? { current.wrappers }
}
