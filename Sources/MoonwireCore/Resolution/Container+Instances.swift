#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An instance that a container holds.
public struct HeldInstance: Sendable, Hashable, Codable {
    public let id: String
    /// When it was built, or supplied.
    public let date: Date
    /// The ids that were being built and so led to it, outermost first; empty when the application asked for it itself.
    ///
    /// Of a very long way only the last part is known.
    public let path: [String]
    /// Whether the application supplied it.
    public let isSupplied: Bool
}

extension Container {
    /// The instances that the container holds, in the order in which they came; those of scope weak last.
    ///
    /// ```swift
    /// for instance in container.instances { print(instance.id, instance.date, instance.path) }
    /// ```
    public var instances: [HeldInstance] {
        let held = try? resolving { generation in
            generation.arrivals.map { place, arrival in
                HeldInstance(
                    id: generation.services[place].id, date: arrival.date, path: arrival.path,
                    isSupplied: arrival.source == .application)
            }
        }
        return held ?? []
    }

    /// What the current generation consists of, as plain data, with the parameters as they are by now.
    package var inspection: Inspection {
        get throws { try resolving { Inspection($0.graph, settings: settings.withLock { $0.layer }) } }
    }
}
