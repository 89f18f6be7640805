import MoonwireSupport

/// The services of a scope, each with a number of its own.
final class ScopeMembers: Sendable {
    /// By position, the number of the service; -1 for one that does not belong to the scope.
    private let numbers: [Int32]
    let count: Int

    init(of scope: String, among services: PlannedServices) {
        var numbers = [Int32](repeating: -1, count: services.count)
        var count = 0
        for (position, service) in services.enumerated() where service.scope == .named(scope) {
            numbers[position] = Int32(count)
            count += 1
        }
        self.numbers = numbers
        self.count = count
    }

    /// The number of the service at a position; nil for one that does not belong to the scope.
    @inline(__always) subscript(position: Int) -> Int? {
        let number = numbers[position]
        return number < 0 ? nil : Int(number)
    }
}

/// The services of each scope of a plan, found when the scope is first opened.
final class KnownScopeMembers: Sendable {
    private let known = Lock<[String: ScopeMembers]>([:])

    /// The services of a declared scope.
    func members(of scope: String, among services: PlannedServices) -> ScopeMembers {
        known.withLock { known in
            if let members = known[scope] { return members }
            let members = ScopeMembers(of: scope, among: services)
            known[scope] = members
            return members
        }
    }
}
