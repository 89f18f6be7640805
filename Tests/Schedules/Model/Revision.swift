/// The contents of the source of the wiring at some time.
struct Revision: Sendable {
    /// By service.
    var versions: [Int]
    /// By parameter.
    var values: [Int]
    /// By service; only the first few may have the tag.
    var hasTag: [Bool]
    /// By service, the number of its decorators.
    var layers: [Int]
    private let isDecorated: Bool
    /// Whether it does not load.
    var isBroken = false

    init(_ blueprint: Blueprint) {
        versions = blueprint.services.map { _ in 0 }
        values = (0..<Blueprint.parameterCount).map { _ in 0 }
        hasTag = (0..<Blueprint.taggable).map { _ in true }
        isDecorated = blueprint.isDecorated
        layers = blueprint.services.map { blueprint.isDecorated ? $0 % (Blueprint.mostDecorators + 1) : 0 }
    }

    /// The services with the tag.
    var members: [Int] { hasTag.indices.filter { hasTag[$0] } }

    /// The next revision: a small part differs, and is sometimes the same as before.
    func edited(_ random: inout SeededRandom) -> Revision {
        var next = self
        next.isBroken = random.once(in: 8)
        if isDecorated, random.once(in: 3) {
            next.layers[random.below(layers.count)] = random.below(Blueprint.mostDecorators + 1)
            return next
        }
        switch random.below(8) {
        case 0: next.values[random.below(values.count)] = random.below(4)
        case 1: next.hasTag[random.below(hasTag.count)].toggle()
        case 2: break
        default: next.versions[random.below(versions.count)] = random.below(5)
        }
        return next
    }
}
