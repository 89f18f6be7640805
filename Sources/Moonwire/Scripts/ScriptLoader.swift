import LuaRuntime
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// Evaluates the scripts of a generation in a fresh interpreter: text in, layers out.
struct ScriptLoader: Sendable {
    let scripts: [Script]
    let environment: String
    let root: String?
    let variables: EnvironmentVariables
    let limits: Interpreter.Limits
    /// The texts that files had, by path, of a wiring to which a container returns; other files are read.
    private(set) var texts: [String: String?] = [:]
    /// Where `print` and `warn` go.
    var output: @Sendable (LuaOutput) -> Void = LuaOutput.show
    /// The folder for relative paths, even if the process changes its own later.
    private let workingFolder = WorkingFolder.path

    /// The loader that evaluates the same scripts with the texts that files had, by their names in the scripts of that time.
    func returning(to texts: [String: String?]) -> ScriptLoader {
        var loader = self
        let named = texts.map { (WorkingFolder.absolute($0, in: workingFolder), $1) }
        loader.texts = Dictionary(named, uniquingKeysWith: { $1 })
        return loader
    }

    /// Where the text of a script comes from.
    enum Script: Sendable {
        /// A file, read for each load.
        case file(String)
        /// A text that the application gives, with its name in messages.
        case text(String, name: String)
    }

    /// The result of running all scripts.
    struct Outcome {
        let layers: [Layer]
        /// The environments that `when` may name, as the scripts left them.
        let environments: [String]
        /// Whether every script ran to its end.
        let isComplete: Bool
        /// The files and variables that were read.
        let traces: Reading.Traces
        /// The files that were read or looked for.
        let files: [FileRecord]
        /// Lets the scripts keep objects.
        let life: ScriptLife
    }

    /// The scopes that every container has, and those that the types name.
    private static func scopes(_ types: TypeRegistry?) -> [String] {
        let others = (types?.scopes ?? []).filter { !ServiceScope.builtIn.contains($0) }
        return ServiceScope.builtIn + others
    }

    /// Runs every script, even after one of them failed; the layers contain the faults.
    func load(beneath: Layer, types: TypeRegistry?) throws -> Outcome {
        let interpreter = try Interpreter(profile: .configuration, limits: limits, output: output)
        let evaluation = Evaluation(
            Evaluation.Inputs(
                environment: environment, variables: variables, limits: limits, types: types,
                scopes: Self.scopes(types) + beneath.scopes.map(\.name)),
            below: beneath)
        defer { evaluation.end() }
        try prepare(interpreter, evaluation, types)
        let parallel = ParallelFunctions { [link = evaluation.link, modules = evaluation.modules] in
            try interpreterForCopies(link, modules, types)
        }
        try interpreter.allowParallelFunctions(parallel)
        let life = ScriptLife(InterpreterMemory(interpreter, parallel))
        (evaluation.identity, evaluation.life) = (life.identity, life)
        var layers = scripts.map { layer(of: $0, evaluation, interpreter) }
        try storeParallelFunctions(of: interpreter, &layers)
        evaluation.addDeferredDiagnostics(to: &layers)
        let environments = evaluation.conditions.environments
        if !environments.contains(environment), let last = layers.indices.last {
            layers[last].isComplete = false
            layers[last].diagnostics.append(.undeclaredEnvironment(environment, known: environments))
        }
        return Outcome(
            layers: layers, environments: environments, isComplete: layers.allSatisfy(\.isComplete),
            traces: evaluation.reads.traces, files: evaluation.reads.files, life: life)
    }

    /// Defines what scripts may use.
    ///
    /// A failure here is in no file, so it has no location.
    private func prepare(_ interpreter: Interpreter, _ evaluation: Evaluation, _ types: TypeRegistry?) throws {
        do {
            // Before the words, which protect all globals that exist when they are defined.
            if let types {
                try ExposedTypes(interpreter, evaluation.link, wrappers: evaluation.wrappers).install(types)
            }
            try Vocabulary.install(evaluation, interpreter)
            ScriptContext.register(evaluation.link, with: interpreter)
            ScriptRecords.register(evaluation, with: interpreter)
            for case let measured as MeasuredFunctions in evaluation.modules {
                try interpreter.measureFunctions(with: measured.metrics)
            }
        } catch let error as LuaError {
            let diagnostic = error.diagnostic
            throw ContainerError(
                Diagnostic(diagnostic.code, diagnostic.message, at: nil, hints: ["no script has been read yet"]),
                underlying: error)
        }
    }

    /// Stores the parallel functions as the scripts have left them, and reports those that cannot be copied.
    private func storeParallelFunctions(of interpreter: Interpreter, _ layers: inout [Layer]) throws {
        let faults = try interpreter.storeParallelFunctions()
        guard !faults.isEmpty, let last = layers.indices.last else { return }
        layers[last].diagnostics += faults.map { .parallelCapture($0) }
    }

    /// An interpreter with the globals of the scripts, in which copies of their parallel functions run.
    private func interpreterForCopies(
        _ link: LateResolver, _ modules: [any LayerModule], _ types: TypeRegistry?
    ) throws -> Interpreter {
        let interpreter = try Interpreter(profile: .configuration, limits: limits, output: output)
        var layer = Layer(name: "")
        layer.modules = modules
        let evaluation = Evaluation(
            Evaluation.Inputs(environment: environment, variables: variables, limits: limits, types: types),
            below: layer, link: link)
        defer { evaluation.end() }
        try prepare(interpreter, evaluation, types)
        return interpreter
    }

    private func search(for path: String) -> MissingFile {
        MissingFile(WorkingFolder.absolute(path, in: workingFolder)) { name in
            let folder = ScriptRoot.folder(of: path)
            return path.hasPrefix("/") || !folder.isEmpty ? folder + "/" + name : name
        }
    }

    private func layer(of script: Script, _ evaluation: Evaluation, _ interpreter: Interpreter) -> Layer {
        switch script {
        case .file(let path): layer(ofFile: path, evaluation, interpreter)
        case .text(let text, let name): layer(of: text, name: name, evaluation, interpreter)
        }
    }

    private func layer(
        of text: String, name: String, _ evaluation: Evaluation, _ interpreter: Interpreter
    ) -> Layer {
        do throws(FileRefusal) {
            let folder = try ScriptRoot(
                root ?? workingFolder, in: workingFolder, limit: limits.source, base: root ?? "", texts: texts)
            return evaluation.run(ScriptText(text), name: name, root: folder, in: interpreter)
        } catch {
            return evaluation.stop(name, .scriptFile(name, error, nil))
        }
    }

    private func layer(ofFile path: String, _ evaluation: Evaluation, _ interpreter: Interpreter) -> Layer {
        let absolute = WorkingFolder.absolute(path, in: workingFolder)
        let file =
            (texts[absolute] ?? nil).map { FileRecord(remembering: $0, of: absolute) }
            ?? FileRecord(reading: absolute, limit: limits.source)
        do throws(FileRefusal) {
            let text = ScriptText(try evaluation.content(of: file, name: path))
            let folder = try ScriptRoot(
                root ?? ScriptRoot.folder(of: path), in: workingFolder, limit: limits.source, texts: texts)
            return evaluation.run(text, name: path, root: folder, in: interpreter)
        } catch {
            return evaluation.stop(path, .scriptFile(path, error, error == .missing ? search(for: path) : nil))
        }
    }
}
