/// Where the instances of a generation go on.
final class Handover: Sendable {
    let next: Generation
    /// By old place, the new one of what is kept.
    let places: [Int?]
    private let adopted = Lock<Set<Int>>([])

    init(to next: Generation, _ places: [Int?]) {
        self.next = next
        self.places = places
    }

    /// Notes that the next generation has taken the instance at an old place over: it stops it.
    func noteAdoption(of place: Int) { adopted.withLock { _ = $0.insert(place) } }

    func hasAdopted(_ place: Int) -> Bool { adopted.withLock { $0.contains(place) } }
}

extension Generation {
    /// Lets the next generation have the instances that go on, now and when builds under way have ended.
    ///
    /// This generation leases the next one: what it still uses must not be stopped there, however soon that is replaced.
    func handOver(to next: Generation, _ places: [Int?]) {
        next.leases.begin()
        handover.withLock { $0 = Handover(to: next, places) }
        for (place, arrival) in arrivals {
            if let instance = heldInstance(at: place) { passOn(instance, at: place, arrival) }
        }
    }

    /// Gives a new instance to the next generation, when there is one that keeps it.
    func passOn(_ instance: AnyObject, at place: Int, _ arrival: Arrival) {
        guard let handover = handover.withLock({ $0 }), let next = handover.places[place] else { return }
        handover.next.observations.inherit(observations, from: place, at: next, handover.places)
        guard handover.next.adopt(instance, at: next, arrival) else { return }
        handover.noteAdoption(of: place)
    }

    /// Ends a lease; with the last one the generation is over, and stops the instances that do not go on.
    func endLease() {
        guard leases.end() else { return }
        let handover = handover.withLock { handover in
            defer { handover = nil }
            return handover
        }
        for (place, instance) in instances.takeAll().reversed() {
            guard handover?.hasAdopted(place) != true else { continue }
            letGo(of: instance, at: place, from: instances.source(of: place))
        }
        handover?.next.endLease()
        base?.endLease()
    }
}
