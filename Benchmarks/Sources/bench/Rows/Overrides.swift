import Foundation
import Moonwire

/// The service that overrides replace, with the service that needs it; as one of three arguments of a chain.
private final class Leaf: Exposed, Sendable {
    static let exposure = Exposure(Leaf.self) { Initializer { Leaf() } }
}

private final class Holder: Exposed, Sendable {
    let leaf: Leaf

    init(leaf: Leaf) { self.leaf = leaf }

    static let exposure = Exposure(Holder.self) { Initializer("leaf", body: Holder.init) }
}

extension Container {
    /// So many services, all built, of which one needs the one that overrides replace.
    fileprivate static func ofMany(_ count: Int) throws -> Container {
        let ids = (0..<count - 4).map { "application.part.\($0)" }
        let lines =
            ids.map { #"service "\#($0)" { type = "Bystander" }"# } + [
                #"service "application.leaf" { type = "Leaf" }"#,
                #"service "application.holder" { type = "Holder", args = { leaf = ref "application.leaf" } }"#,
                #"service "application.service" { type = "Service" }"#,
                #"service "application.another" { type = "OtherService", scope = "transient" }"#,
                #"hook.resolved("application.another", function() end)"#,
            ]
        let container = try Container(
            text: lines.joined(separator: "\n"),
            types: [Leaf.self, Holder.self, Service.self, OtherService.self, Bystander.self], environment: .prod)
        for id in ids { _ = try container.resolve(id, as: Bystander.self) }
        _ = try container.resolve(Holder.self)
        _ = try container.resolve(Service.self)
        return container
    }

    fileprivate func overriding<R>(_ body: () throws -> R) throws -> R {
        try withOverrides {
            $0.override("application.leaf") { _ in Leaf() }
        } operation: {
            try body()
        }
    }

    /// Opens an override on another thread, which stays open until the program ends.
    fileprivate func overrideElsewhere() {
        let isOpen = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            try? self.overriding {
                isOpen.signal()
                while true { Thread.sleep(forTimeInterval: 60) }
            }
        }
        isOpen.wait()
    }
}

/// Overrides, beside a time: a shared hit of a container without overrides, many times.
func overrideRows() throws -> [Row] {
    try [10, 1_000, 10_000].flatMap { count in
        let container = try Container.ofMany(count)
        let overridden = try Container.ofMany(count)
        overridden.overrideElsewhere()
        return opening(container, count) + inside(container, count) + [
            Row("a hit of another thread while an override is open, \(count) services", bar: 1.1) { operations in
                try hits(overridden)(operations)
            } baseline: {
                try hits(container)($0)
            },
            byType(container, count),
        ]
    }
}

/// A shared hit, repeated `times` times for each operation.
private func hits(_ container: Container, times: Int = 1) -> Row.Work {
    { operations in
        var sink = Sink()
        for _ in 0..<operations * times { sink.take(try container.resolve(Service.self)) }
    }
}

private func opening(_ container: Container, _ count: Int) -> [Row] {
    [
        // A hit takes about 18 ns: 3 µs are 166 hits, and 10 µs are 555.
        Row("entering and leaving an override, \(count) services, beside 166 hits", bar: 1) { operations in
            for _ in 0..<operations { try container.overriding {} }
        } baseline: {
            try hits(container, times: 166)($0)
        },
        Row("an override with its first resolve, \(count) services, beside 555 hits", bar: 1) { operations in
            var sink = Sink()
            for _ in 0..<operations { sink.take(try container.overriding { try container.resolve(Holder.self) }) }
        } baseline: {
            try hits(container, times: 555)($0)
        },
    ]
}

private func inside(_ container: Container, _ count: Int) -> [Row] {
    [
        Row("a hit inside an override, \(count) services", bar: 2) { operations in
            try container.overriding { try hits(container)(operations) }
        } baseline: {
            try hits(container)($0)
        },
        Row("a hit inside an override of what it replaces, \(count) services", bar: 2) { operations in
            try container.overriding {
                var sink = Sink()
                for _ in 0..<operations { sink.take(try container.resolve(Holder.self)) }
            }
        } baseline: {
            try hits(container)($0)
        },
    ]
}

private func byType(_ container: Container, _ count: Int) -> Row {
    // A `resolved` hook, so that neither is a hit.
    Row("resolve by type off the hit path, \(count) services", bar: 1.1) { operations in
        var sink = Sink()
        for _ in 0..<operations { sink.take(try container.resolve(OtherService.self)) }
    } baseline: { operations in
        var sink = Sink()
        for _ in 0..<operations {
            sink.take(try container.resolve("application.another", as: OtherService.self))
        }
    }
}
