import Foundation
import Moonwire

/// The alternative without a container: a dictionary under a lock, and a cast.
private final class LockedDictionary {
    private let lock = NSLock()
    private var instances: [String: Any] = [:]

    init() {
        for number in 100..<200 { instances["application.part.\(number)"] = Bystander() }
        instances["application.service"] = Service()
    }

    @inline(never) func resolve<T>(_ id: String, as type: T.Type) -> T? {
        lock.lock()
        defer { lock.unlock() }
        return instances[id] as? T
    }
}

/// A shared service that exists.
func sharedHitRows() throws -> [Row] {
    let container = try Container.ofHundred()
    let dictionary = LockedDictionary()
    let key = ServiceKey<Service>("application.service")
    let baseline: Row.Work = { operations in
        var sink = Sink()
        for _ in 0..<operations {
            if let service = dictionary.resolve("application.service", as: (any Serving).self) { sink.take(service) }
        }
    }
    func row(_ name: String, _ ours: @escaping Row.Work) -> Row {
        Row("shared hit, \(name)", bar: 0.5, ours: ours, baseline: baseline)
    }
    return [
        row("by type") { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve(Service.self)) }
        },
        row("by protocol") { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve((any Serving).self)) }
        },
        row("by key") { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve(key)) }
        },
        row("by id") { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.resolve("application.service", as: Service.self)) }
        },
    ]
}
