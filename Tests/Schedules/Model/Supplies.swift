/// The instances that the application has supplied, in order: the latest one must be served.
struct Supplies {
    private struct Entry {
        let part: Part
        let began: Int
        /// Nil as long as the call has not returned.
        var ended: Int?
    }

    private var entries: [Entry] = []
    private var time = 0

    /// Notes that an instance is about to be supplied, and gives its number.
    mutating func begin(_ part: Part) -> Int {
        time += 1
        entries.append(Entry(part: part, began: time))
        return entries.count - 1
    }

    mutating func end(_ number: Int) {
        time += 1
        entries[number].ended = time
    }

    /// The time at which the latest one of those that are there for certain was about to be supplied; nil without any.
    func latest(of service: Int) -> Int? {
        entries.filter { $0.part.service == service && $0.ended != nil }.map(\.began).max()
    }

    /// What is served now must be, or wrap, the latest instance that was supplied, or one that was supplied at the same time
    /// or later.
    func check(_ part: Part, from latest: Int?, _ book: Book) {
        guard let latest, part.origin != .override else { return }
        let possible = entries.filter { $0.part.service == part.service && ($0.ended ?? .max) >= latest }
        if !possible.contains(where: { $0.part === part.innermost }) {
            book.report("\(part) is served, although another instance was supplied")
        }
    }
}
