/// The instances that the application has supplied, in order: the latest one must be current.
struct Supplies {
    private struct Entry {
        let part: Part
        let began: Int
        /// Nil until the call has returned.
        var ended: Int?
    }

    private var entries: [Entry] = []
    private var time = 0

    /// Records that an instance is about to be supplied, and returns its number.
    mutating func begin(_ part: Part) -> Int {
        time += 1
        entries.append(Entry(part: part, began: time))
        return entries.count - 1
    }

    mutating func end(_ number: Int) {
        time += 1
        entries[number].ended = time
    }

    /// The time at which the latest certainly supplied one was about to be supplied; nil if there is none.
    func latest(of service: Int) -> Int? {
        entries.filter { $0.part.service == service && $0.ended != nil }.map(\.began).max()
    }

    /// The current instance must be, or wrap, the latest supplied instance, or one that was supplied at the same time or later.
    func check(_ part: Part, from latest: Int?, _ book: Book) {
        guard let latest, part.origin != .override else { return }
        let possible = entries.filter { $0.part.service == part.service && ($0.ended ?? .max) >= latest }
        if !possible.contains(where: { $0.part === part.innermost }) {
            book.report("\(part) is served, although another instance was supplied")
        }
    }
}
