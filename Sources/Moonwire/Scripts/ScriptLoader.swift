import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Evaluates the scripts of a generation in a fresh interpreter: text in, layers out.
struct ScriptLoader: Sendable {
    let scripts: [String]
    let environment: String
    let root: String?
    let variables: EnvironmentVariables
    let limits: Limits
    /// Where `print` and `warn` go.
    var output: @Sendable (LuaOutput) -> Void = LuaOutput.show

    /// What the scripts said.
    struct Outcome {
        let layers: [Layer]
        /// The environments that `when` may name, as the scripts left them.
        let environments: [String]
        /// Whether every script ran to its end.
        let isComplete: Bool
        /// What was looked at.
        let traces: Reading.Traces
    }

    /// Runs every script, also after one of them failed; what is wrong lies in the layers.
    func load(beneath: ParameterTree, types: TypeRegistry?) throws -> Outcome {
        let interpreter = try Interpreter(profile: .configuration, limits: limits, output: output)
        let evaluation = Evaluation(
            interpreter, environment: environment, variables: variables, beneath: beneath, types: types)
        defer { evaluation.end() }
        try Vocabulary.install(evaluation)
        ScriptContext.register(evaluation.link, with: interpreter)
        ScriptRecords.register(evaluation.link, with: interpreter)
        if let types { try ExposedTypes(interpreter, evaluation.link).install(types) }
        var layers = scripts.map { layer(of: $0, evaluation) }
        if !evaluation.environments.contains(environment), let last = layers.indices.last {
            layers[last].isComplete = false
            layers[last].diagnostics.append(.undeclaredEnvironment(environment, known: evaluation.environments))
        }
        return Outcome(
            layers: layers, environments: evaluation.environments, isComplete: layers.allSatisfy(\.isComplete),
            traces: evaluation.traces)
    }

    private func layer(of path: String, _ evaluation: Evaluation) -> Layer {
        do {
            let folder = try ScriptRoot(root ?? ScriptRoot.folder(of: path))
            return evaluation.run(try ScriptRoot.read(path), name: path, root: folder)
        } catch {
            evaluation.traces.files[path] = .some(nil)
            return evaluation.stop(path, .scriptFile(path, error as? ScriptRoot.Refusal ?? .unreadable))
        }
    }
}
