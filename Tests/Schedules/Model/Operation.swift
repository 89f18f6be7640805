/// What a thread or a task of a schedule does.
enum Operation: Sendable {
    case resolve(Int)
    case collect
    case edit
    case plan
    case override(Int, inside: [Int])
    case setParameter(Int, Int)
    case supply(Int)
    /// Asks a resolver that a factory has kept.
    case askKept(Int)
    /// Lets go of the container; it ends when nobody uses it any more.
    case drop

    /// The operations of each thread or task.
    static func lists(for blueprint: Blueprint, _ random: inout SeededRandom) -> [[Operation]] {
        let mayDrop = random.once(in: 10)
        return (0..<(2 + random.below(3))).map { _ in
            (0..<(1 + random.below(4))).map { _ in next(blueprint, mayDrop: mayDrop, &random) }
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
