/// An operation of a thread or a task of a schedule.
enum Operation: Sendable {
    case resolve(Int)
    case collect
    /// Edits the wiring and reloads.
    case edit
    /// Edits the files and leaves the reload to watches.
    case editFiles
    case watch
    case unwatch
    case plan
    case override(Int, inside: [Int])
    case setParameter(Int, Int)
    case supply(Int)
    /// Uses a resolver that a factory has kept.
    case askKept(Int)
    /// Releases the container; it ends when nobody uses it any longer.
    case drop

    /// The operations of each thread or task.
    static func lists(
        for blueprint: Blueprint, _ kind: ModelSchedule.Kind, _ random: inout SeededRandom
    ) -> [[Operation]] {
        let mayDrop = random.once(in: kind.hasStops ? 3 : 10)
        var lists = (0..<(2 + random.below(3))).map { _ in
            (0..<(1 + random.below(kind == .watched ? 7 : 4))).map { _ in
                if kind == .watched, let operation = nextOfFiles(&random) { return operation }
                return next(blueprint, mayDrop: mayDrop, &random)
            }
        }
        if kind == .watched { lists[0].insert(.watch, at: 0) }
        return lists
    }

    /// The operations on files and watches; nil for those of every container.
    private static func nextOfFiles(_ random: inout SeededRandom) -> Operation? {
        switch random.below(12) {
        case 0...3: .editFiles
        case 4...5: .edit
        case 6: .watch
        case 7: .unwatch
        default: nil
        }
    }

    private static func next(_ blueprint: Blueprint, mayDrop: Bool, _ random: inout SeededRandom) -> Operation {
        let service = random.below(blueprint.services.count)
        switch random.below(20) {
        case 0...5: return .edit
        case 6: return .collect
        case 7: return .plan
        case 8...9:
            return .override(service, inside: [random.below(blueprint.services.count), blueprint.services.count - 1])
        case 10: return .setParameter(random.below(Blueprint.parameterCount), 10 + random.below(3))
        case 11 where blueprint.isShared(service): return .supply(service)
        case 12: return .askKept(service)
        case 13 where mayDrop: return .drop
        default: return .resolve(service)
        }
    }
}
