package import LuaRuntime
package import MoonwireCore
import MoonwireValues

/// Checks scripts without building anything, once for each environment that they declare.
package struct ScriptCheck {
    /// What a check found.
    package struct Report {
        /// In the order of the scripts' lines, each once; a fault of some environments only names them in a hint.
        package fileprivate(set) var diagnostics: [Diagnostic] = []
        /// The environments for which the scripts were run.
        package fileprivate(set) var environments: [String] = []
        fileprivate var services: Set<String> = []
        fileprivate var parameters: Set<String> = []

        /// How many services the scripts define, other names of theirs not counted.
        package var serviceCount: Int { services.count }
        package var parameterCount: Int { parameters.count }
    }

    private let scripts: [String]
    /// The folder that `include` and `require` may read from; by default the one of each script.
    package var root: String?
    /// Nil when nothing is known of the application's types.
    package var types: TypeRegistry?
    /// What the application describes in Swift.
    package var registrations = Registrations()
    /// Ids of services that the application supplies otherwise.
    package var synthetic: [String] = []
    /// The only environment to check; all that the scripts declare when it is nil.
    package var environment: String?
    package var variables = EnvironmentVariables.process
    package var limits = Limits()

    package init(scripts: [String]) {
        self.scripts = scripts
    }

    package func run() -> Report {
        var report = Report()
        do {
            var merged = MergedDiagnostics()
            for (environment, outcome) in try outcomes() {
                report.add(environment, outcome)
                merged.add(diagnostics(of: outcome), of: environment)
            }
            report.diagnostics = merged.all.inScriptOrder(startingWith: [""] + scripts)
        } catch {
            report.diagnostics = Diagnostic.scriptError(error)
        }
        if types == nil { report.diagnostics.append(.uncheckedTypes()) }
        return report
    }

    /// What the scripts say in each environment; in which ones to ask is known when they ran in any.
    private func outcomes() throws -> [(environment: String, outcome: ScriptLoader.Outcome)] {
        if let environment { return [(environment, try load(environment))] }
        let first = (environment: "dev", outcome: try load("dev"))
        var seen: Set<String> = []
        return try first.outcome.environments.filter { seen.insert($0).inserted }.map { environment in
            environment == first.environment ? first : (environment, try load(environment))
        }
    }

    private func load(_ environment: String) throws -> ScriptLoader.Outcome {
        let loader = ScriptLoader(
            scripts: scripts, environment: environment, root: root, variables: variables, limits: limits,
            onPrint: { _ in })
        return try loader.load(beneath: registrations.beneath.parameters, types: types)
    }

    private func diagnostics(of outcome: ScriptLoader.Outcome) -> [Diagnostic] {
        let read = outcome.layers.flatMap(\.diagnostics)
        // A script that ended early leaves services out, which others would seem to miss.
        guard outcome.isComplete else { return read }
        let graph = DefinitionGraph(
            layers: [beneath] + outcome.layers + [registrations.above], types: types, variables: variables)
        let variables = (read + graph.unreadableVariables).map { $0.isMissingVariable ? .notSetHere($0) : $0 }
        return variables + Validation.check(graph)
    }

    private var beneath: Layer {
        var layer = registrations.beneath
        layer.definitions += synthetic.map {
            Definition(id: $0, origin: Origin(nil), construction: .synthetic(type: nil))
        }
        return layer
    }
}

extension ScriptCheck.Report {
    fileprivate mutating func add(_ environment: String, _ outcome: ScriptLoader.Outcome) {
        environments.append(environment)
        for layer in outcome.layers {
            parameters.formUnion(layer.parameters.leafNames)
            services.formUnion(layer.definitions.filter { !$0.isAlias }.map(\.id))
        }
    }
}

/// The diagnostics of several environments, each once.
private struct MergedDiagnostics {
    /// What makes two diagnostics the same: suggestions and paths may differ, as environments define other services.
    private struct Sentence: Hashable {
        let severity: Diagnostic.Severity
        let location: ScriptLocation?
        let message: String
    }

    private var order: [(sentence: Sentence, diagnostic: Diagnostic)] = []
    private var environments: [Sentence: [String]] = [:]
    private var checked = 0

    mutating func add(_ diagnostics: [Diagnostic], of environment: String) {
        checked += 1
        for diagnostic in diagnostics {
            let sentence = Sentence(
                severity: diagnostic.severity, location: diagnostic.location, message: diagnostic.message)
            if environments[sentence] == nil { order.append((sentence, diagnostic)) }
            if environments[sentence]?.last != environment { environments[sentence, default: []].append(environment) }
        }
    }

    /// In the order in which they were added; those that some environments lack name the others.
    var all: [Diagnostic] {
        order.map { sentence, diagnostic in
            guard let found = environments[sentence], found.count < checked else { return diagnostic }
            var copy = diagnostic
            copy.hints.append(.inEnvironments(found))
            return copy
        }
    }
}

extension Diagnostic {
    fileprivate var isMissingVariable: Bool { code == .environmentMissing && severity == .fault }
}

extension Definition {
    fileprivate var isAlias: Bool {
        if case .alias = construction { true } else { false }
    }
}
