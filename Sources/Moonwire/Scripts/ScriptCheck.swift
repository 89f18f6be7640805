import MoonwireCore
package import MoonwireSupport
import MoonwireValues

/// Checks scripts without building anything, once for each environment that they declare.
package struct ScriptCheck {
    /// The result of a check.
    package struct Report {
        /// In the order of the scripts' lines, each once; a fault of some environments only names them in a hint.
        package fileprivate(set) var diagnostics: [Diagnostic] = []
        /// The environments for which the scripts were run.
        package fileprivate(set) var environments: [String] = []
        /// The files that were read or looked for, as they were first.
        package fileprivate(set) var files: [FileRecord] = []
        fileprivate var services: Set<String> = []
        fileprivate var parameters: Set<String> = []

        /// How many services the scripts define, other names of theirs not counted.
        package var serviceCount: Int { services.count }
        package var parameterCount: Int { parameters.count }
    }

    private let wiring: ScriptWiring
    /// The only environment to check; all that the scripts declare when it is nil.
    private let environment: String?

    package init(_ wiring: ScriptWiring, environment: String? = nil) {
        self.wiring = wiring
        self.environment = environment
    }

    package func run() -> Report {
        var report = Report()
        do {
            var merged = MergedDiagnostics()
            func add(_ reading: ScriptWiring.Reading) {
                report.add(reading)
                merged.add(reading.diagnostics + scenarioFaults(reading), of: reading.environment)
            }
            if let environment { add(try wiring.read(environment)) } else { try wiring.forEachReading(add) }
            report.diagnostics = merged.all.inScriptOrder(startingWith: [""] + wiring.scripts)
        } catch {
            report.diagnostics = Diagnostic.scriptError(error)
        }
        if wiring.types == nil { report.diagnostics.append(.uncheckedTypes()) }
        return report
    }

    /// The faults of the scenarios of a wiring that has no others.
    private func scenarioFaults(_ reading: ScriptWiring.Reading) -> [Diagnostic] {
        guard let graph = reading.graph, reading.diagnostics.faults.isEmpty else { return [] }
        return ScenarioCheck.faults(of: graph, within: wiring.environmentTime)
    }
}

extension ScriptCheck.Report {
    fileprivate mutating func add(_ reading: ScriptWiring.Reading) {
        environments.append(reading.environment)
        let known = Set(files.map(\.path))
        files += reading.files.filter { !known.contains($0.path) }
        for layer in reading.layers {
            parameters.formUnion(layer.parameters.leafNames)
            services.formUnion(layer.definitions.filter { !$0.isAlias }.map(\.id))
        }
    }
}
