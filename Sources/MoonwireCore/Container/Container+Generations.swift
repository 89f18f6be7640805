public import Foundation

/// A generation of a container that is in use.
public struct LiveGeneration: Sendable, Hashable {
    /// The number of the generation; each reload, each reset, and each override has a greater one.
    public let number: Int
    /// When the container adopted it.
    public let date: Date
    /// Whether new resolves use it.
    public let isCurrent: Bool
    /// The names of the open scopes that hold it, sorted.
    public let scopes: [String]
    /// The ids of replaced services whose instances are stopped later: when nobody holds them, or when others have taken over their
    /// state.
    public let draining: [String]
    /// How many others hold it: resolves in progress, overrides, and older generations whose instances it has taken over.
    public let otherHolders: Int
}

extension LiveGeneration: CustomStringConvertible {
    /// The generation with those that hold it.
    public var description: String {
        var holders = isCurrent ? ["the container"] : []
        if !scopes.isEmpty {
            holders.append((scopes.count == 1 ? "scope " : "scopes ") + scopes.joined(separator: ", "))
        }
        if otherHolders > 0 { holders.append(otherHolders == 1 ? "1 other" : "\(otherHolders) others") }
        let state = draining.isEmpty ? "ending" : "draining " + draining.joined(separator: ", ")
        return "generation \(number): " + (holders.isEmpty ? state : "held by " + holders.joined(separator: ", "))
    }
}

extension Container {
    /// The generations that are in use, oldest first: the current one, and those that open scopes, overrides, and resolves still
    /// hold.
    ///
    /// ```swift
    /// for generation in container.generations where !generation.isCurrent { print(generation) }
    /// // generation 3: held by scopes request, request
    /// ```
    public var generations: [LiveGeneration] {
        let scopes = current.scopes.all.map {
            (name: $0.name, base: $0.generation.context.base, root: $0.generation.lowest)
        }
        let now = current.peek { $0.context.number }
        return current.live.all.map { entry in
            let holding = scopes.filter { $0.root.context.number == entry.number }
            let isCurrent = entry.number == now
            let known = holding.count { $0.base === $0.root } + (isCurrent ? 1 : 0)
            return LiveGeneration(
                number: entry.number, date: entry.date, isCurrent: isCurrent, scopes: holding.map(\.name).sorted(),
                draining: current.draining.ids(ofGeneration: entry.number),
                otherHolders: max(0, entry.generation.leases.held - known))
        }
    }
}
