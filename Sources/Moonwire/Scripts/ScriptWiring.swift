import LuaRuntime
package import MoonwireCore
package import MoonwireSupport

/// Scripts and the registrations of the application, read without building anything.
package struct ScriptWiring {
    package let scripts: [String]
    /// The folder from which `include` and `require` can read; by default, the folder of each script.
    package var root: String?
    /// The types of the application; nil if they are not known.
    package var types: TypeRegistry?
    /// The registrations of the application.
    package var registrations = Registrations()
    /// Ids of other services that the application supplies.
    package var synthetic: [String] = []
    /// Names of other scopes that the application declares.
    package var scopes: [String] = []
    package var variables = EnvironmentVariables.process
    /// The CPU time of all environments together, after which no further one is read.
    package var environmentTime = Duration.seconds(10)

    package init(scripts: [String]) {
        self.scripts = scripts
    }

    /// The result of reading the scripts for one environment.
    package struct Reading {
        package let environment: String
        /// The environments that the scripts declare.
        package let environments: [String]
        /// The layers of the scripts, lowest first.
        package let layers: [Layer]
        /// The files that were read or looked for.
        package let files: [FileRecord]
        /// The graph of all layers, including those of the application; nil if a script failed, so that definitions are missing.
        package fileprivate(set) var graph: DefinitionGraph?
        /// Faults, warnings, and notes.
        package fileprivate(set) var diagnostics: [Diagnostic]

        /// The readings that would follow are missing.
        fileprivate mutating func miss(_ fault: Diagnostic) {
            graph = nil
            diagnostics.append(fault)
        }
    }

    /// Reads the scripts for an environment; for nil, this is `dev`, or the first that they declare instead.
    package func read(_ environment: String?) throws -> Reading {
        if let environment { return try reading(environment) }
        let usual = try reading("dev")
        guard !usual.environments.contains("dev"), let first = usual.environments.first else { return usual }
        return try reading(first)
    }

    /// Reads the scripts for each environment that they declare, which the first reading determines.
    ///
    /// `body` receives one reading after the other, and decides what to keep of each. When the time is used up before all are read,
    /// the last reading has a fault and no graph.
    package func forEachReading(_ body: (Reading) throws -> Void) throws {
        let time = CPUTimeLimit(limit: environmentTime)
        var usual: Reading? = try time.measure { try reading("dev") }
        var seen: Set<String> = []
        let environments = (usual?.environments ?? []).filter { seen.insert($0).inserted }
        for (position, environment) in environments.enumerated() {
            var reading: Reading
            if let known = usual, known.environment == environment {
                (reading, usual) = (known, nil)
            } else {
                reading = try time.measure { try self.reading(environment) }
            }
            let count = position + 1
            if time.isUsedUp, count < environments.count {
                reading.miss(.environmentsNotRead(after: count, of: environments.count, limit: environmentTime))
                return try body(reading)
            }
            try body(reading)
        }
    }

    private func reading(_ environment: String) throws -> Reading {
        let loader = ScriptLoader(
            scripts: scripts.map(ScriptLoader.Script.file), environment: environment, root: root, variables: variables,
            limits: Interpreter.Limits(),
            output: { _ in })
        let outcome = try loader.load(beneath: beneath, types: types)
        // A script that ended early leaves services out, which others would seem to miss.
        let graph =
            outcome.isComplete
            ? DefinitionGraph(
                layers: [beneath] + outcome.layers + [registrations.above], types: types, variables: variables) : nil
        return Reading(
            environment: environment, environments: outcome.environments, layers: outcome.layers, files: outcome.files,
            graph: graph,
            diagnostics: diagnostics(outcome.layers.flatMap(\.diagnostics), graph))
    }

    private func diagnostics(_ read: [Diagnostic], _ graph: DefinitionGraph?) -> [Diagnostic] {
        guard let graph else { return read }
        let variables = (read + graph.unreadableVariables).map { $0.isMissingVariable ? .notSetHere($0) : $0 }
        return variables + Validation.check(graph)
    }

    private var beneath: Layer {
        var layer = registrations.beneath
        layer.definitions += synthetic.map {
            var definition = Definition(id: $0, origin: Origin(nil), construction: .synthetic(type: nil))
            definition.written = .construction
            return definition
        }
        layer.scopes += scopes.map { ScopeDefinition(named: $0) }
        return layer
    }
}

extension Diagnostic {
    fileprivate var isMissingVariable: Bool { code == .environmentMissing && severity == .fault }
}
