/// What services were seen to ask for while they were built, which no definition says: factories are opaque.
final class Observations: Sendable {
    private struct Seen {
        var services: Set<Int> = []
        var parameters: Set<String> = []
        var tags: Set<String> = []
        var slots: [ObjectIdentifier: SlotTable] = [:]
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

    /// Takes over what was seen of a service in the former generation.
    ///
    /// - Parameter places: By place in the former generation, the one in this.
    func inherit(_ former: Observations, from old: Int, at new: Int, _ places: [Int?]) {
        guard var known = former.seen.withLock({ $0[old] }) else { return }
        known.services = Set(known.services.compactMap { places[$0] })
        seen.withLock { $0[new] = known }
    }

    /// The places of the services that the one at `place` asked for.
    func services(neededBy place: Int) -> Set<Int> { seen.withLock { $0[place]?.services ?? [] } }

    /// The slots of the instance at `place`.
    func slots(ofServiceAt place: Int) -> [SlotTable] {
        seen.withLock { $0[place].map { Array($0.slots.values) } ?? [] }
    }

    /// The parameters that the service at `place` read.
    func parameters(readBy place: Int) -> Set<String> { seen.withLock { $0[place]?.parameters ?? [] } }

    /// The tags whose services the one at `place` collected.
    func tags(collectedBy place: Int) -> Set<String> { seen.withLock { $0[place]?.tags ?? [] } }
}
