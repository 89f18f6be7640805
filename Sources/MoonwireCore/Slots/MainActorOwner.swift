/// A class of the main actor with slots, for which the compiler checks where a container fills them.
///
/// ```swift
/// final class Dashboard: MainActorOwner {
///     @Injected var engine: Engine
/// }
/// ```
///
/// The conformance isolates the class to the main actor, as `@MainActor` does. Outside the main actor,
/// `container.inject(into: dashboard)` does not compile without `await`, with which it runs on the main actor.
@MainActor public protocol MainActorOwner: AnyObject {}
