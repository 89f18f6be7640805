/// What services were seen to ask for while they were built, which no definition says: factories are opaque.
final class Observations: Sendable {
    /// What one service asked for.
    struct Seen {
        /// By place.
        fileprivate(set) var services: Set<Int> = []
        fileprivate(set) var parameters: Set<String> = []
        fileprivate(set) var tags: Set<String> = []
        /// The slots of the instance.
        fileprivate(set) var slots: [ObjectIdentifier: SlotTable] = [:]
    }

    private let seen = Lock<[Int: Seen]>([:])

    func note(service need: Int, by place: Int) {
        seen.withLock { _ = $0[place, default: Seen()].services.insert(need) }
    }

    func note(parameter name: String, by place: Int) {
        seen.withLock { _ = $0[place, default: Seen()].parameters.insert(name) }
    }

    func note(tag name: String, by place: Int) {
        seen.withLock { _ = $0[place, default: Seen()].tags.insert(name) }
    }

    /// The instance at `place` has these slots, so that the rules for them count.
    func note(slots: SlotTable, by place: Int) {
        seen.withLock { $0[place, default: Seen()].slots[ObjectIdentifier(slots)] = slots }
    }

    /// What was seen so far, by place.
    var all: [Int: Seen] { seen.withLock { $0 } }

    /// Takes over what was seen of services in the former generation.
    ///
    /// - Parameters:
    ///   - held: The services' places there.
    ///   - places: By place in the former generation, the one in this.
    func inherit(_ former: Observations, of held: some Sequence<Int>, _ places: [Int?]) {
        let all = former.all
        guard !all.isEmpty else { return }
        for place in held {
            guard var known = all[place], let new = places[place] else { continue }
            known.services = Set(known.services.compactMap { places[$0] })
            seen.withLock { $0[new] = known }
        }
    }
}
