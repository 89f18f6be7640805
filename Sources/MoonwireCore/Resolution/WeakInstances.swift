/// The instances of weak services, by place, for as long as somebody else holds them.
final class WeakInstances: Sendable {
    private struct Entry: @unchecked Sendable {  // Weak references are thread-safe.
        weak var object: AnyObject?
    }

    private let entries = Lock<[Int: Entry]>([:])

    subscript(place: Int) -> AnyObject? {
        get { entries.withLock { $0[place]?.object } }
        set { entries.withLock { $0[place] = Entry(object: newValue) } }
    }

    /// The places whose instances are alive, in order.
    var places: [Int] {
        let known = entries.withLock { $0 }
        return known.keys.filter { known[$0]?.object != nil }.sorted()
    }
}
