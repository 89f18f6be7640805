import MoonwireModel

/// Collects the members of an ``Exposure``.
@resultBuilder public enum ExposureBuilder<Owner> {
    /// Members in the order in which they were written.
    public struct Members: Sendable {
        var initializers: [Callable] = []
        var methods: [Callable] = []
        var staticMethods: [Callable] = []
        var properties: [PropertyAccess] = []
        var casters: [AnyCaster] = []
        /// By the name of the slot; more than one is a fault.
        var slotArguments: [String: [SlotDescription.Arguments]] = [:]
        /// Different ones are a fault.
        var isolations: [OwnerIsolation] = []

        // No key paths: the runtime would create one for each property and each exposed type.
        fileprivate mutating func add(_ part: Members) {
            initializers += part.initializers
            methods += part.methods
            staticMethods += part.staticMethods
            properties += part.properties
            casters += part.casters
            if !part.slotArguments.isEmpty { slotArguments.merge(part.slotArguments) { $0 + $1 } }
            if !part.isolations.isEmpty { isolations += part.isolations }
        }
    }

    /// One member.
    public static func buildExpression(_ member: any Exposure.Member<Owner>) -> Members { member.members }

    // One after the other instead of a list: the runtime would create the type of the list for each exposed type.

    /// The members of an empty block.
    public static func buildBlock() -> Members { Members() }

    /// The first members of a block.
    public static func buildPartialBlock(first part: Members) -> Members { part }

    /// The members of a block so far, and the next.
    public static func buildPartialBlock(accumulated parts: Members, next part: Members) -> Members {
        var all = parts
        all.add(part)
        return all
    }

    /// The members that an `if` without `else` adds.
    public static func buildOptional(_ part: Members?) -> Members { part ?? Members() }

    /// The members of the first branch of an `if`.
    public static func buildEither(first part: Members) -> Members { part }

    /// The members of the second branch of an `if`.
    public static func buildEither(second part: Members) -> Members { part }

    /// The members that a `for` adds.
    public static func buildArray(_ parts: [Members]) -> Members {
        var all = Members()
        for part in parts { all.add(part) }
        return all
    }

    /// The members that an `if #available` adds.
    public static func buildLimitedAvailability(_ part: Members) -> Members { part }
}
