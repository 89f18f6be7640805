import MoonwireValues

/// The services that a generation replaces in the plan of the generation beneath it, at the same positions.
final class ReplacedServices: Sendable {
    private let services: [PlannedService]
    /// The replaced services, and those that depend on them.
    let affected: ServiceSet
    /// The services that provide each type that a replaced service or its replacement provides.
    private let providers: [ObjectIdentifier: [Int]]

    init(_ services: [PlannedService], affected: ServiceSet, providers: [ObjectIdentifier: [Int]]) {
        self.services = services
        self.affected = affected
        self.providers = providers
    }

    /// The replacement of the service at a position; there are few.
    subscript(position: Int) -> PlannedService? { services.first { $0.index == position } }

    /// The services that provide a type; nil if they are those of the plan beneath.
    func providers(of type: ObjectIdentifier) -> [Int]? { providers[type] }

    /// The service that provides a type, and its caster; nil if it is that of the plan beneath.
    func lookup(_ type: ObjectIdentifier, _ beneath: [PlannedService]) -> TypeTable.Answer? {
        guard let positions = providers[type] else { return nil }
        guard let position = positions.first else { return TypeTable.Answer.none }
        guard positions.count == 1, let caster = (self[position] ?? beneath[position]).hitCaster(for: type) else {
            return .several
        }
        return .one(position, caster)
    }
}

/// The services of a plan, by position.
struct PlannedServices: RandomAccessCollection, Sendable {
    private let all: [PlannedService]
    private let replaced: ReplacedServices?

    init(_ all: [PlannedService]) {
        self.all = all
        replaced = nil
    }

    /// The same with replacements.
    init(_ services: PlannedServices, _ replaced: ReplacedServices) {
        all = services.all
        self.replaced = replaced
    }

    var startIndex: Int { 0 }
    var endIndex: Int { all.count }

    subscript(position: Int) -> PlannedService {
        if let replacement = replaced?[position] { return replacement }
        return all[position]
    }

    /// The service that provides a type; `table` contains the answers without replacements.
    @inline(__always) func lookup(_ type: ObjectIdentifier, in table: TypeTable) -> TypeTable.Answer {
        if let replaced, let answer = replaced.lookup(type, all) { return answer }
        return table.lookup(type)
    }
}
