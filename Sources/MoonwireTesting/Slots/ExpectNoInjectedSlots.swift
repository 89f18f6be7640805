import MoonwireCore
public import Testing

/// Checks that no slot of an object has a value that a container could have injected.
///
/// ```swift
/// try container.resetSlots(of: dashboard)
/// expectNoInjectedSlots(in: dashboard)
/// ```
///
/// Each slot that `@Injected` or `@Lazy` declares must be empty; the slots are not filled. `@Final` slots and preferences are not
/// checked. An object of a class whose slots are not known to the runtime is an issue.
///
/// - Parameters:
///   - owner: The object with the slots.
///   - sourceLocation: The location of issues.
public func expectNoInjectedSlots(in owner: AnyObject, sourceLocation: SourceLocation = #_sourceLocation) {
    do {
        let (name, slots) = try injectedSlots(of: owner)
        if !slots.isEmpty { Issue.record(.injected(slots, in: name), sourceLocation: sourceLocation) }
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
