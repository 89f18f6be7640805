/// Where the instances of a generation go on.
final class Handover: Sendable {
    let next: Generation
    /// By old place, the new one of what is kept.
    let places: [Int?]
    private let isAdopted: Lock<[Bool]>

    init(to next: Generation, _ places: [Int?]) {
        self.next = next
        self.places = places
        isAdopted = Lock(Array(repeating: false, count: places.count))
    }

    /// By old place, whether the next generation has taken the instance over: it stops it.
    var adopted: [Bool] { isAdopted.withLock { $0 } }

    /// Lets the next generation have the instances that go on, unless it has others there already.
    func pass(_ held: [Holding], of former: Generation) {
        var left: [Int] = []
        var going: [Holding] = []
        for holding in held {
            guard let place = places[holding.place] else { continue }
            left.append(holding.place)
            going.append(holding.moved(to: place))
        }
        next.observations.inherit(former.observations, of: left, places)
        let taken = next.adopt(going)
        isAdopted.withLock { isAdopted in
            for (place, isTaken) in zip(left, taken) where isTaken { isAdopted[place] = true }
        }
    }
}

extension Generation {
    /// Lets the next generation have the instances that go on, now and when builds under way have ended.
    ///
    /// This generation leases the next one: what it still uses must not be stopped there, however soon that is replaced.
    ///
    /// - Returns: What it holds, so that the caller lets go of it where the code of the application may run.
    func handOver(to next: Generation, _ places: [Int?]) -> [Holding] {
        next.leases.begin()
        let handover = Handover(to: next, places)
        self.handover.withLock { $0 = handover }
        let held = holdings
        handover.pass(held, of: self)
        return held
    }

    /// Gives a new instance to the next generation, when there is one that keeps it.
    func passOn(_ instance: AnyObject, at place: Int, _ arrival: Arrival) {
        guard let handover = handover.withLock({ $0 }) else { return }
        let isWeak = services[place].scope == .weak
        handover.pass([Holding(place: place, instance: instance, arrival: arrival, isWeak: isWeak)], of: self)
    }

    /// Ends a lease; with the last one the generation is over, and stops the instances that do not go on.
    func endLease() {
        guard leases.end() else { return }
        let handover = handover.withLock { handover in
            defer { handover = nil }
            return handover
        }
        let adopted = handover?.adopted
        for (place, instance) in instances.takeAll().reversed() where adopted?[place] != true {
            letGo(of: instance, at: place, from: instances.source(of: place))
        }
        handover?.next.endLease()
        base?.endLease()
    }
}
