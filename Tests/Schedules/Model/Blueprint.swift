import MoonwireCore

/// The services of a schedule, and the dependencies of each version: the same for the same seed.
struct Blueprint: Sendable {
    /// A step of building a service, in this order.
    enum Step: Sendable {
        case ask(Int)
        /// Another thread resolves on behalf of the build, which waits for it.
        case askElsewhere(Int)
        case parameter(Int)
        /// Resolves the services with the tag.
        case collect
        /// Edits the wiring and reloads.
        case edit
        /// Supplies an instance of another service.
        case supply(Int)
    }

    /// One version of a service.
    struct DirectBuild: Sendable {
        var steps: [Step] = []
        /// Whether the definition states all dependencies, and no function resolves them.
        var isData = false

        /// The parameters that are read, in the order of the values.
        var parameters: [Int] { steps.compactMap { if case .parameter(let number) = $0 { number } else { nil } } }
    }

    /// Only these may have the tag, and only the others collect, so that no service collects itself.
    static let taggable = 2
    static let parameterCount = 2

    static let mostDecorators = 2

    let scopes: [ServiceScope]
    /// Whether edits add and remove decorators.
    let isDecorated: Bool
    private let seed: UInt64

    var services: Range<Int> { scopes.indices }

    init(seed: UInt64, isDecorated: Bool) {
        self.isDecorated = isDecorated
        var random = SeededRandom(seed)
        self.seed = random.next()
        let others: [ServiceScope] = [.shared, .shared, .shared, .shared, .transient, .graph, .weak]
        scopes = (0..<(3 + random.below(4))).map { _ in others[random.below(others.count)] }
    }

    static func id(_ service: Int) -> String { "s\(service)" }
    static func parameter(_ number: Int) -> String { "p\(number)" }

    func isShared(_ service: Int) -> Bool { scopes[service] == .shared }

    /// The scope of a service, which is layer 0, or of a decorator, counted from 1 outward.
    func scope(of service: Int, layer: Int) -> ServiceScope {
        guard layer > 0, isShared(service) else { return scopes[service] }
        var random = SeededRandom(seed &+ 0xdec0 &+ UInt64(service) << 32 &+ UInt64(layer))
        let scopes: [ServiceScope] = [.shared, .shared, .shared, .graph, .weak, .transient]
        return scopes[random.below(scopes.count)]
    }

    /// The dependencies of a decorator besides the wrapped service: only services with lower numbers.
    func decoration(of service: Int, layer: Int) -> DirectBuild {
        var random = SeededRandom(seed &+ 0xdec1 &+ UInt64(service) << 32 &+ UInt64(layer))
        var recipe = DirectBuild()
        recipe.isData = true
        if service > 0, random.once(in: 3) { recipe.steps.append(.ask(random.below(service))) }
        if random.once(in: 4) { recipe.steps.append(.parameter(random.below(Self.parameterCount))) }
        return recipe
    }

    /// The dependencies of a version of a service: only services with lower numbers.
    func recipe(of service: Int, version: Int) -> DirectBuild {
        var random = SeededRandom(seed &+ UInt64(service) << 32 &+ UInt64(version))
        var recipe = DirectBuild()
        recipe.isData = random.once(in: 3)
        for _ in 0..<random.below(service == 0 ? 2 : 4) {
            recipe.steps.append(Self.step(of: service, isData: recipe.isData, &random))
        }
        if isDecorated, !recipe.isData, service > 0, random.once(in: 6) {
            let other = random.below(service)
            if isShared(other) { recipe.steps.insert(.supply(other), at: random.below(recipe.steps.count + 1)) }
        }
        return recipe
    }

    private static func step(of service: Int, isData: Bool, _ random: inout SeededRandom) -> Step {
        switch random.below(isData ? 6 : 12) {
        case 0...3 where service > 0: return .ask(random.below(service))
        case 6...8 where service > 0: return .askElsewhere(random.below(service))
        case 9...10 where service >= taggable: return .collect
        case 11: return .edit
        default: return .parameter(random.below(parameterCount))
        }
    }
}
