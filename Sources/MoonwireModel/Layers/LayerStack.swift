/// The layers of a wiring, lowest first.
package struct LayerStack: Sendable {
    package let all: [Layer]
    /// Classes with slots that the application creates itself.
    package let owners: [RegisteredOwner]
    package let refinements: [ProtocolRefinement]
    /// The scopes that they declare, and those that the types name.
    let scopes: ScopeIndex
    /// The unknown scopes that were reported while the layers were read.
    let reportedScopes: Set<String>
    /// Whether files have defaults for the services of a type, and the types are not known.
    let lacksTypeDefaults: Bool
    /// The budget of functions that run while the wiring is checked, and while hooks receive its definitions.
    package let functionTime: CPUTimeLimit

    /// The clock by which instances expire.
    package let clock: ExpiryClock

    init(_ layers: [Layer], _ types: TypeRegistry?) {
        all = layers
        owners = layers.flatMap(\.owners)
        refinements = layers.flatMap(\.refinements)
        scopes = ScopeIndex(layers, types)
        reportedScopes = layers.reduce(into: []) { $0.formUnion($1.reportedScopes) }
        lacksTypeDefaults = types == nil && layers.contains { !$0.typeDefaults.isEmpty }
        functionTime = CPUTimeLimit(layers)
        clock = layers.compactMap(\.clock).last ?? .continuous
    }

    /// The scenarios that they declare, in written order.
    package var scenarios: [Scenario] { all.flatMap(\.scenarios) }

    /// The scenario in use; nil if there is none.
    package var scenario: Scenario? { all.lazy.compactMap(\.scenario).first }

    /// Whether products besides Moonwire add words to the scripts.
    var haveModules: Bool { all.contains { !$0.modules.isEmpty } }

    /// Whether reading one of them has found a fault.
    var haveFaults: Bool { all.contains { layer in layer.diagnostics.contains { $0.severity == .fault } } }
}

extension CPUTimeLimit {
    /// The limit of the functions of a wiring.
    fileprivate convenience init(_ layers: [Layer]) {
        self.init(limit: layers.compactMap(\.functionTime).min().map { $0 * Self.calls })
    }
}
