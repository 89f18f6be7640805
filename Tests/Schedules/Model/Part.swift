import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// An instance of a service, with its dependencies.
final class Part: Exposed, Sendable {
    /// The creator of an instance.
    enum Origin: Equatable {
        case version(Int)
        /// The application supplied it.
        case supply
        /// An override made it.
        case override
    }

    let service: Int
    let origin: Origin
    /// 0 for the service itself; for a decorator, its number, counted from 1 outward.
    let layer: Int
    /// The instances that it holds: the one that a decorator wraps first, those with the tag last.
    let parts: [Part]
    /// The values of the parameters that were read, in order.
    let values: [Int]
    /// The services with the tag; nil if they were not collected.
    let members: [Int]?
    private let book: Book
    private let stops = Atomic<Int>(0)

    init(
        _ book: Book, _ service: Int, _ origin: Origin, layer: Int = 0, _ parts: [Part] = [], _ values: [Int] = [],
        members: [Int]? = nil
    ) {
        self.service = service
        self.origin = origin
        self.layer = layer
        self.parts = parts
        self.values = values
        self.members = members
        self.book = book
        book.begin()
    }

    deinit { book.end(service, origin, layer: layer, stops: stops.load(ordering: .relaxed)) }

    /// The innermost instance of a decorator; of anything else, itself.
    var innermost: Part { layer == 0 ? self : parts[0].innermost }

    var isStopped: Bool { stops.load(ordering: .relaxed) > 0 }

    func stop() throws {
        stops.wrappingAdd(1, ordering: .relaxed)
        try book.didStop?(self)
    }

    static let exposure = Exposure(Part.self) {
        Initializer("book", "service", "version", "layer", "parts", "values") {
            (book: Book, service: Int, version: Int, layer: Int, parts: [Part], values: [Int]) in
            Part(book, service, .version(version), layer: layer, parts, values)
        }
        Method("stop", Part.stop)
    }
}

extension Part: CustomStringConvertible {
    var description: String {
        let maker =
            switch origin {
            case .version(let version): layer > 0 ? " decorator \(layer)" : "v\(version)"
            case .supply: " that was supplied"
            case .override: " of an override"
            }
        let name = "\(Blueprint.id(service))\(maker)"
        let content = parts.map(\.description) + values.map { "value \($0)" } + (members.map { ["tagged \($0)"] } ?? [])
        return content.isEmpty ? name : "\(name) (\(content.joined(separator: ", ")))"
    }
}

/// Counts the instances of a schedule, and records violations.
final class Book: Exposed, @unchecked Sendable {  // One thread of a schedule runs at a time.
    private(set) var alive = 0
    private(set) var faults: [String] = []
    /// Services whose instances may be held by others although they were replaced and stopped.
    private(set) var supplied: Set<Int> = []
    /// Services that overrides replaced: another thread may have supplied an instance for one of those.
    private(set) var overridden: Set<Int> = []
    /// Called when an instance is stopped.
    var didStop: ((Part) throws -> Void)?
    private let blueprint: Blueprint

    init(_ blueprint: Blueprint) {
        self.blueprint = blueprint
    }

    func begin() { alive += 1 }

    func end(_ service: Int, _ origin: Part.Origin, layer: Int, stops: Int) {
        alive -= 1
        var wanted = 0
        if case .version = origin, blueprint.scope(of: service, layer: layer) == .shared { wanted = 1 }
        if stops != wanted {
            let what = layer > 0 ? "decorator \(layer)" : "an instance"
            report("\(what) of \(Blueprint.id(service)) was stopped \(stops) times, not \(wanted)")
        }
    }

    func supply(_ service: Int) { supplied.insert(service) }

    func override(_ service: Int) { overridden.insert(service) }

    func report(_ fault: String) { faults.append(fault) }

    static let exposure = Exposure(Book.self) {}
}
