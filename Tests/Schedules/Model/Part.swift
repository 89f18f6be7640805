import MoonwireCore
import MoonwireValues
import Synchronization

/// An instance of a service, which remembers what it was made of.
final class Part: Exposed, Sendable {
    let service: Int
    /// The version of the definition; nil for an instance that the application made.
    let version: Int?
    /// The instances that it holds, those with the tag too.
    let parts: [Part]
    /// The values of the parameters that were read, in the order of the recipe.
    let values: [Int]
    /// The services with the tag; nil when they were not collected.
    let members: [Int]?
    private let book: Book
    private let stops = Atomic<Int>(0)

    init(_ book: Book, _ service: Int, _ version: Int?, _ parts: [Part], _ values: [Int], members: [Int]? = nil) {
        self.service = service
        self.version = version
        self.parts = parts
        self.values = values
        self.members = members
        self.book = book
        book.begin()
    }

    deinit { book.end(service, version, stops: stops.load(ordering: .relaxed)) }

    var isStopped: Bool { stops.load(ordering: .relaxed) > 0 }

    func stop() { stops.wrappingAdd(1, ordering: .relaxed) }

    static let exposure = Exposure(Part.self) {
        Initializer("book", "service", "version", "parts", "values") {
            (book: Book, service: Int, version: Int, parts: [Part], values: [Int]) in
            Part(book, service, version, parts, values)
        }
        Method("stop", Part.stop)
    }
}

extension Part: CustomStringConvertible {
    var description: String {
        let name = "\(Blueprint.id(service))\(version.map { "v\($0)" } ?? " of the application")"
        let content = parts.map(\.description) + values.map { "value \($0)" } + (members.map { ["tagged \($0)"] } ?? [])
        return content.isEmpty ? name : "\(name) (\(content.joined(separator: ", ")))"
    }
}

/// Counts the instances of a schedule, and notes what happens to them that must not happen.
final class Book: Exposed, @unchecked Sendable {  // One thread of a schedule runs at a time.
    private(set) var alive = 0
    private(set) var faults: [String] = []
    /// Services of which instances may end without being stopped, or stay in others although they were replaced.
    private(set) var supplied: Set<Int> = []
    private let blueprint: Blueprint

    init(_ blueprint: Blueprint) {
        self.blueprint = blueprint
    }

    func begin() { alive += 1 }

    func end(_ service: Int, _ version: Int?, stops: Int) {
        alive -= 1
        guard !supplied.contains(service) else { return }
        let wanted = version != nil && blueprint.isShared(service) ? 1 : 0
        if stops != wanted {
            report("an instance of \(Blueprint.id(service)) was stopped \(stops) times, not \(wanted)")
        }
    }

    func supply(_ service: Int) { supplied.insert(service) }

    func report(_ fault: String) { faults.append(fault) }

    static let exposure = Exposure(Book.self) {}
}
