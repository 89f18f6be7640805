/// The instances of a generation, with their provenances and the dependencies that were observed.
struct InstanceStore: Sendable {
    let shared: InstanceTable
    let weaklyHeld: WeakInstances
    let identities: ServiceIdentities
    /// The dependencies of instances that were observed during builds, besides those in their definitions.
    let dependencyLog = RuntimeDependencyLog()
    let replacedByHooks = ReplacedByHooks()
    let takeovers: Takeovers
    /// The instances for values of arguments.
    let argumentCaches: ArgumentCaches

    init(
        _ shared: InstanceTable, _ identities: ServiceIdentities, weaklyHeld: WeakInstances = WeakInstances(),
        takeovers: Takeovers = Takeovers(), argumentCaches: ArgumentCaches = ArgumentCaches()
    ) {
        self.argumentCaches = argumentCaches
        self.takeovers = takeovers
        self.shared = shared
        self.weaklyHeld = weaklyHeld
        self.identities = identities
    }

    /// The existing instances, in the order in which they were added; weakly held ones last.
    var holdings: [Holding] {
        while true {
            let clearings = clearings
            let holdings = shared.holdings + weaklyHeld.holdings
            // Otherwise, some could be from before an instance was supplied, and others from after that.
            if self.clearings == clearings { return holdings }
        }
    }

    /// Their positions.
    var held: [Int] { shared.held + weaklyHeld.holdings.map(\.position) }

    /// Whether a position was cleared since then, so that its service is built again.
    func wasCleared(_ position: Int, since clearings: Int = 0) -> Bool {
        shared.wasCleared(position, since: clearings)
    }

    /// When the instance at a position expires; nil if there is none, or if it does not expire.
    func expiry(at position: Int) -> Expiry? { shared.expiry(at: position) }

    /// The number of times that instances were cleared so that they are built again.
    var clearings: Int { shared.clearings }

    /// Stores an instance weakly, unless another one exists.
    func fillWeakly(
        _ instance: AnyObject, at position: Int, _ provenance: Provenance, unlessClearedSince clearings: Int
    ) -> WeakInstances.Filling {
        weaklyHeld.fill(instance, at: position, provenance) { wasCleared(position, since: clearings) }
    }

    /// Takes over shared instances of another generation, and returns which ones.
    ///
    /// A position may have one already, or may have been cleared since they were judged. `areOne` states that it takes all or none.
    func adopt(_ holdings: [Holding], areOne: Bool = false, judgedAt clearings: Int) -> [Bool] {
        shared.fill(holdings, areOne: areOne, unlessClearedSince: clearings)
    }

    /// The same for weakly held instances.
    ///
    /// No lock may be held, because former entries are released.
    func adoptWeakly(_ holdings: [Holding], judgedAt clearings: Int) -> [Bool] {
        holdings.map { holding in
            guard holding.isWeak,
                case .filled = fillWeakly(
                    holding.instance, at: holding.position, holding.provenance, unlessClearedSince: clearings)
            else { return false }
            return true
        }
    }
}
