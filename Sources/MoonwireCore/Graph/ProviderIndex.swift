import MoonwireSupport

/// Which services provide which types; made at the first question.
package final class ProviderIndex: Sendable {
    private let known = Lock<[ObjectIdentifier: [Int]]?>(nil)

    package init() {}

    /// The places of the services that provide a type, in order.
    ///
    /// - Parameters:
    ///   - count: How many services there are.
    ///   - types: Gives the types that the service at a place provides; not asked again.
    package func providers(
        of type: ObjectIdentifier, among count: Int, _ types: (Int) -> [ObjectIdentifier]
    ) -> [Int] {
        known.withLock { known in
            if let places = known { return places[type] ?? [] }
            var places: [ObjectIdentifier: [Int]] = [:]
            for place in 0..<count {
                for type in Set(types(place)) { places[type, default: []].append(place) }
            }
            known = places
            return places[type] ?? []
        }
    }
}

extension DefinitionGraph {
    /// The services that provide a type, as far as that is known before one is built.
    func providers(of type: ObjectIdentifier) -> [Int] {
        providerIndex.providers(of: type, among: definitions.count) { place in
            let definition = definitions[place]
            if definition.isWrapped { return [] }
            let exposed = serviceTypes[place]?.exposure?.casters.map(\.target) ?? []
            return switch definition.construction {
            case .alias: []
            case .swift(let factory): [factory.caster.target] + exposed
            default: exposed
            }
        }
    }
}
