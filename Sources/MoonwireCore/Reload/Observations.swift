/// What services were seen to ask for while they were built, which no definition says: factories are opaque.
final class Observations: Sendable {
    /// What one service asked for.
    struct Seen: Sendable {
        /// By place.
        fileprivate(set) var services: Set<Int> = []
        /// What was asked for by id, with the place to which that led; -1 where it led nowhere.
        fileprivate(set) var ids: [String: Int] = [:]
        /// The types by which services were asked for.
        fileprivate(set) var types: Set<ObjectIdentifier> = []
        fileprivate(set) var parameters: Set<String> = []
        fileprivate(set) var tags: Set<String> = []
        /// The slots of the instance.
        fileprivate(set) var slots: [ObjectIdentifier: SlotTable] = [:]
        /// The variables of the environment that were read, with a hash of what they were: some are secret.
        fileprivate(set) var variables: [String: Int] = [:]

        /// How much that is. Nothing is ever taken away, so two of the same size are the same.
        var size: Int {
            services.count + ids.count + types.count + parameters.count + tags.count + slots.count + variables.count
        }

        fileprivate mutating func formUnion(_ other: Seen) {
            services.formUnion(other.services)
            ids.merge(other.ids) { $1 }
            types.formUnion(other.types)
            parameters.formUnion(other.parameters)
            tags.formUnion(other.tags)
            slots.merge(other.slots) { $1 }
            variables.merge(other.variables) { one, _ in one }
        }
    }

    private let seen = Lock<[Int: Seen]>([:])

    private func change(_ place: Int, _ change: (inout Seen) -> Void) {
        seen.withLock { change(&$0[place, default: Seen()]) }
    }

    func note(service need: Int, by place: Int) { change(place) { _ = $0.services.insert(need) } }

    /// The service at `place` asked for an id, whether there is one or not.
    func note(id: String, leadingTo need: Int?, by place: Int) {
        change(place) { seen in
            seen.ids[id] = need ?? -1
            if let need { seen.services.insert(need) }
        }
    }

    func note(type: ObjectIdentifier, by place: Int) { change(place) { _ = $0.types.insert(type) } }
    func note(parameter name: String, by place: Int) { change(place) { _ = $0.parameters.insert(name) } }
    func note(tag name: String, by place: Int) { change(place) { _ = $0.tags.insert(name) } }

    /// The instance at `place` has these slots, so that the rules for them count.
    func note(slots: SlotTable, by place: Int) { change(place) { $0.slots[ObjectIdentifier(slots)] = slots } }

    /// The first value counts: if another one came later in the same build, one of the two is not current.
    func note(variable name: String, _ value: String?, by place: Int) {
        change(place) { seen in
            if seen.variables[name] == nil { seen.variables[name] = value.hashValue }
        }
    }

    /// What was seen so far, by place.
    var all: [Int: Seen] { seen.withLock { $0 } }

    func of(_ place: Int) -> Seen? { seen.withLock { $0[place] } }

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
            known.ids = known.ids.mapValues { $0 < 0 ? $0 : places[$0] ?? -1 }
            change(new) { $0.formUnion(known) }
        }
    }
}
