/// What the source of the wiring says at some time.
struct Revision: Sendable {
    /// By service.
    var versions: [Int]
    /// By parameter.
    var values: [Int]
    /// By service; only the first few may have the tag.
    var hasTag: [Bool]
    /// Whether it does not load.
    var isBroken = false

    init(_ blueprint: Blueprint) {
        versions = blueprint.services.map { _ in 0 }
        values = (0..<Blueprint.parameterCount).map { _ in 0 }
        hasTag = (0..<Blueprint.taggable).map { _ in true }
    }

    /// The services with the tag.
    var members: [Int] { hasTag.indices.filter { hasTag[$0] } }

    /// The next revision: a little of it is different, and sometimes as it was before.
    func edited(_ random: inout SeededRandom) -> Revision {
        var next = self
        next.isBroken = random.once(in: 8)
        switch random.below(8) {
        case 0: next.values[random.below(values.count)] = random.below(4)
        case 1: next.hasTag[random.below(hasTag.count)].toggle()
        case 2: break
        default: next.versions[random.below(versions.count)] = random.below(5)
        }
        return next
    }
}
