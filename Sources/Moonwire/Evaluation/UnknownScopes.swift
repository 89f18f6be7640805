import MoonwireCore
import MoonwireValues

/// The scopes of services that were not declared when the services were read; a later line may declare them.
struct UnknownScopes {
    fileprivate struct Use {
        let name: String
        let subject: String
        let key: String
        let path: [String]
        let origin: Origin
    }

    private var uses: [Use] = []
    /// Those of the scripts that were run before, by their numbers.
    private var finished: [[Use]] = []

    mutating func note(_ name: String, in table: ScriptTable, at path: [String]) {
        uses.append(Use(name: name, subject: table.subject, key: table.key, path: path, origin: table.origin))
    }

    /// A script has ended.
    ///
    /// - Parameter isOverLimit: Whether it exceeded a limit, which is reported alone.
    mutating func endScript(isOverLimit: Bool) {
        finished.append(isOverLimit ? [] : uses)
        uses = []
    }

    /// Reports those that no script declares; without types, a manifest may name more.
    func report(to layers: inout [Layer], known: [String], hasTypes: Bool) {
        let declared = known + layers.flatMap(\.scopes).map(\.name)
        let names = Set(declared)
        for (number, uses) in finished.enumerated() {
            for use in uses where !names.contains(use.name) {
                layers[number].reportedScopes.insert(use.name)
                layers[number].diagnostics.append(use.diagnostic(known: declared, hasTypes: hasTypes))
            }
        }
    }
}

extension UnknownScopes.Use {
    fileprivate func diagnostic(known: [String], hasTypes: Bool) -> Diagnostic {
        let location = origin.location(of: path, in: key)
        var diagnostic =
            hasTypes
            ? Diagnostic.unknownScope(name, subject, known: known, at: location)
            : .scopeWithoutTypes(name, subject, known: known, at: location)
        if let caller = origin.caller { diagnostic.hints.append("called from \(caller)") }
        return diagnostic
    }
}
