import MoonwireModel
import MoonwireSupport

/// The services of a scope, each with a number of its own.
final class ScopeMembers: @unchecked Sendable {  // The numbers are constant.
    /// The declaration of the scope; nil if only the application's types name it, which does not tell how it is nested.
    let definition: ScopeDefinition?
    let count: Int
    /// By position, the number of the service; -1 for one that does not belong to the scope.
    ///
    /// Allocated, because hits read it without a retain.
    private let numbers: UnsafeMutableBufferPointer<Int32>

    init(of scope: String, _ definition: ScopeDefinition?, among services: PlannedServices) {
        self.definition = definition
        numbers = .allocate(capacity: services.count)
        numbers.initialize(repeating: -1)
        var count = 0
        for (position, service) in services.enumerated() where service.scope == .named(scope) {
            numbers[position] = Int32(count)
            count += 1
        }
        self.count = count
    }

    deinit { numbers.deallocate() }

    /// The number of the service at a position; nil for one that does not belong to the scope.
    @inline(__always) subscript(position: Int) -> Int? {
        precondition(numbers.indices.contains(position))
        let number = numbers[position]
        return number < 0 ? nil : Int(number)
    }
}

/// The services of each scope of a plan, found when the scope is first opened.
final class KnownScopeMembers: Sendable {
    /// A list, because there are few, which are compared sooner than a name is hashed.
    private struct Known {
        var all: [(name: String, members: ScopeMembers)] = []

        func members(of scope: String) -> ScopeMembers? { all.first { $0.name == scope }?.members }
    }

    private let known = Lock(Known())

    /// The services of a scope; throws ``ContainerError`` for a name that the application cannot open.
    func members(of scope: String, in plan: Plan) throws -> ScopeMembers {
        if let members = known.withLock({ $0.members(of: scope) }) { return members }
        let scopes = plan.graph.scopes
        let definition = scopes[scope]
        guard definition != nil || scopes.openable.contains(scope) else {
            throw ContainerError(.unopenableScope(scope, known: scopes.openable))
        }
        let members = ScopeMembers(of: scope, definition, among: plan.services)
        return known.withLock { known in
            if let first = known.members(of: scope) { return first }
            known.all.append((scope, members))
            return members
        }
    }
}
