/// The instances of weak services, by place, for as long as somebody else holds them.
final class WeakInstances: Sendable {
    private struct Entry: @unchecked Sendable {  // Weak references are thread-safe.
        weak var object: AnyObject?
        let arrival: Arrival
    }

    private let entries = Lock<[Int: Entry]>([:])

    subscript(place: Int) -> AnyObject? { entries.withLock { $0[place]?.object } }

    func set(_ instance: AnyObject, at place: Int, _ arrival: Arrival) {
        entries.withLock { $0[place] = Entry(object: instance, arrival: arrival) }
    }

    /// The places whose instances are alive, in order.
    var places: [Int] { arrivals.map(\.place) }

    /// The same places, with how their instances came.
    var arrivals: [(place: Int, arrival: Arrival)] {
        entries.withLock { $0 }.filter { $0.value.object != nil }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value.arrival) }
    }
}
