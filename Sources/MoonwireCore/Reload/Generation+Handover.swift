/// Where the instances of a generation go on.
struct Handover {
    let next: Generation
    /// By old place, the new one of what is kept.
    let places: [Int?]
    /// The old places whose instances the next generation has taken over: it stops them.
    var adopted: Set<Int> = []
}

extension Generation {
    /// Lets the next generation have the instances that go on, now and when builds under way have ended.
    ///
    /// This generation leases the next one: what it still uses must not be stopped there, however soon that is replaced.
    func handOver(to next: Generation, _ places: [Int?]) {
        next.leases.begin()
        handover.withLock { $0 = Handover(next: next, places: places) }
        for place in held {
            if let instance = heldInstance(at: place) { passOn(instance, at: place) }
        }
    }

    /// Gives a new instance to the next generation, when there is one that keeps it.
    func passOn(_ instance: AnyObject, at place: Int) {
        guard let handover = handover.withLock({ $0 }), let next = handover.places[place] else { return }
        handover.next.observations.inherit(observations, from: place, at: next, handover.places)
        guard handover.next.adopt(instance, at: next, from: instances.source(of: place)) else { return }
        self.handover.withLock { _ = $0?.adopted.insert(place) }
    }

    /// Ends a lease; with the last one the generation is over, and stops the instances that do not go on.
    func endLease() {
        guard leases.end() else { return }
        let handover = handover.withLock { handover in
            defer { handover = nil }
            return handover
        }
        for (place, instance) in instances.takeAll().reversed() {
            guard handover?.adopted.contains(place) != true else { continue }
            letGo(of: instance, at: place, from: instances.source(of: place))
        }
        handover?.next.endLease()
        base?.endLease()
    }
}
