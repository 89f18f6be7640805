public import MoonwireCore
public import Testing

extension Test {
    /// The container of the running test case, which has the trait ``WiringTrait``.
    ///
    /// ```swift
    /// @Test(.wiring("container.lua", types: Exposures.all)) func theCarHasFourWheels() throws {
    ///     #expect(try Test.container.resolve("car", as: Car.self).wheels == 4)
    /// }
    /// ```
    ///
    /// It is the current container of the task, so inside of `withContainer(_:operation:)` it is the container that is given there.
    /// `Task.detached` does not inherit it. That of `Container.bootstrap` is never meant.
    ///
    /// - Throws: ``ContainerError`` if the task has no container.
    public static var container: Container {
        get throws {
            guard let container = Container.currentOfTask else { throw ContainerError(.noContainer) }
            return container
        }
    }
}
