import Foundation
import Moonwire

/// A service of a scope.
private final class Visit: Exposed, Sendable {
    static let exposure = Exposure(Visit.self) { Initializer { Visit() } }
}

extension Container {
    /// So many services, all shared ones built, of which one in ten belongs to a scope.
    fileprivate static func ofMany(_ count: Int) throws -> Container {
        let ids = (0..<count - 2).map { "application.part.\($0)" }
        let lines =
            [#"scopes { "request" }"#]
            + ids.enumerated().map { index, id in
                index % 10 == 0
                    ? #"service "\#(id)" { type = "Bystander", scope = "request" }"#
                    : #"service "\#(id)" { type = "Bystander" }"#
            } + [
                #"service "application.visit" { type = "Visit", scope = "request" }"#,
                #"service "application.service" { type = "Service" }"#,
            ]
        let container = try Container(
            text: lines.joined(separator: "\n"), types: [Visit.self, Service.self, Bystander.self], environment: .prod)
        for (index, id) in ids.enumerated() where index % 10 != 0 {
            _ = try container.resolve(id, as: Bystander.self)
        }
        _ = try container.resolve(Service.self)
        return container
    }
}

/// Scopes, beside a time: a shared hit of a container without open scopes, many times.
func scopeRows() throws -> [Row] {
    try [20, 200, 2_000, 20_000].flatMap { count in
        let container = try Container.ofMany(count)
        let busy = try Container.ofMany(count)
        let open = try busy.openScope("request")
        return [
            Row("opening and closing a scope, \(count) services, beside 60 hits", bar: 1) { operations in
                for _ in 0..<operations { try container.withScope("request") {} }
            } baseline: {
                try hits(container, times: 60)($0)
            },
            Row("a scope with its first resolve, \(count) services, beside 166 hits", bar: 2) { operations in
                var sink = Sink()
                for _ in 0..<operations {
                    sink.take(try container.withScope("request") { try container.resolve(Visit.self) })
                }
            } baseline: {
                try hits(container, times: 166)($0)
            },
            Row("a hit of a scope's service, \(count) services", bar: 2) { operations in
                try container.withScope("request") {
                    var sink = Sink()
                    for _ in 0..<operations { sink.take(try container.resolve(Visit.self)) }
                }
            } baseline: {
                try hits(container)($0)
            },
            Row("a shared hit inside a scope, \(count) services", bar: 1.1) { operations in
                try container.withScope("request") { try hits(container)(operations) }
            } baseline: {
                try hits(container)($0)
            },
            Row("a shared hit while a scope is open, \(count) services", bar: 1.1) { operations in
                try withExtendedLifetime(open) { try hits(busy)(operations) }
            } baseline: {
                try hits(container)($0)
            },
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
