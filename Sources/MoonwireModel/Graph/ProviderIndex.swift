import MoonwireSupport

/// The services that provide each type; computed at first use.
package final class ProviderIndex: Sendable {
    private let known = Lock<[ObjectIdentifier: [Int]]?>(nil)

    package init() {}

    /// The positions of the services that provide a type, in order.
    ///
    /// - Parameters:
    /// - count: The number of services.
    /// - types: Returns the types that the service at a position provides; called once for each.
    package func providers(
        of type: ObjectIdentifier, among count: Int, _ types: (Int) -> [ObjectIdentifier]
    ) -> [Int] {
        known.withLock { known in
            if let positions = known { return positions[type] ?? [] }
            var positions: [ObjectIdentifier: [Int]] = [:]
            for position in 0..<count {
                for type in Set(types(position)) { positions[type, default: []].append(position) }
            }
            known = positions
            return positions[type] ?? []
        }
    }
}

extension DefinitionGraph {
    /// The services that provide a type, as far as it is known without building them.
    package func providers(of type: ObjectIdentifier) -> [Int] {
        cache.providers.providers(of: type, among: definitions.count) { position in
            let definition = definitions[position]
            if !definition.isSelectable { return [] }
            let exposed = facts.types[position]?.exposed?.targets ?? []
            return switch definition.construction {
            case .alias: []
            case .swift(let factory): [factory.product.target] + exposed
            default: exposed
            }
        }
    }
}
