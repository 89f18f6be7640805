import LuaRuntime
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// The state of reading the scripts of one generation: the words write into it while a script runs.
///
/// Accesses of words are not checked for overlap: no word runs code that accesses the same state again. Has more than twelve stored
/// properties because it has one for each kind of thing that words read and write.
final class Evaluation: @unchecked Sendable {  // Words run under the interpreter's lock, the rest before or after.
    /// The input for reading scripts.
    struct Inputs {
        /// The environment for which `when` runs its functions.
        let environment: String
        let variables: EnvironmentVariables
        let limits: Interpreter.Limits
        /// The types of the application; nil if scripts are checked without types.
        let types: TypeRegistry?
        /// The scopes that services can have if no script declares any.
        var scopes: [String] = []
    }

    let inputs: Inputs
    /// The products that add words.
    let modules: [any LayerModule]
    /// The resolver that functions of the scripts use when services exist.
    let link: LateResolver
    /// The layer that the scripts define.
    @exclusivity(unchecked) var output: ScriptOutput
    /// The faults in the part of a script that is being read.
    @exclusivity(unchecked) private var scope = FaultScope()
    /// The costs of reading.
    @exclusivity(unchecked) var costs: ReadingCosts
    @exclusivity(unchecked) private var tokens = ScriptTokens()
    @exclusivity(unchecked) private var calls = PendingCalls()
    @exclusivity(unchecked) private var origins = TextOrigins()
    @exclusivity(unchecked) private var sources = SourceFiles()
    var reads = FileReads()
    /// Identifies this load of the scripts.
    var identity: ScriptIdentity?
    /// Lets the scripts keep objects; nil when they are over.
    weak var life: ScriptLife?
    /// The source lines of functions, which are first needed when the scripts have been read.
    private(set) lazy var functionTexts = FunctionTexts(reads.traces)
    var conditions = EnvironmentConditions()
    @exclusivity(unchecked) var processors: ScriptProcessors
    @exclusivity(unchecked) private var passWords = PassWords()
    @exclusivity(unchecked) var includedModules = IncludedModules()
    /// The defaults of the files for their services.
    @exclusivity(unchecked) var defaults = FileDefaults()

    /// Creates the state; an interpreter for parallel functions shares the link of the one that reads the scripts.
    init(_ inputs: Inputs, below layer: Layer, link: LateResolver = LateResolver()) {
        self.inputs = inputs
        self.link = link
        modules = layer.modules
        costs = ReadingCosts(inputs.limits)
        output = ScriptOutput(below: layer.parameters, layer.definitions)
        processors = ScriptProcessors(below: layer)
    }

    var types: TypeRegistry? { inputs.types }

    /// The wrappers of methods of the container; nil if no product adds any.
    var wrappers: MethodWrappers? { modules.wrappers }

    /// The parameters of the layers below and of the scripts so far.
    var parameters: ParameterTree { output.parameters }

    /// Whether all scripts have been read, and no pass changes what they describe.
    var hasEnded: Bool { tokens.isClosed }

    /// Whether a pass uses the words.
    var isChanging: Bool { passWords.areInUse }

    /// What the scripts have read, for a pass.
    var valuesForPass: KeptValues { passWords.valuesForPass() }

    /// Releases all that was read: it has been returned as layers, and its functions hold the interpreter.
    func end() {
        passWords.end(tokens, origins)
        tokens.close()
        costs = ReadingCosts(inputs.limits)
        output = ScriptOutput(below: ParameterTree())
        calls = PendingCalls()
        origins = TextOrigins()
        processors.close()
    }
}

extension [any LayerModule] {
    /// The wrappers of the first product that has some.
    var wrappers: MethodWrappers? {
        for case let module as any ScriptModule in self { return module.wrappers }
        return nil
    }
}

// MARK: Running scripts

extension Evaluation {
    /// Runs a script, and returns the layer that it describes.
    func run(_ text: ScriptText, name: String, root: ScriptRoot, in interpreter: Interpreter) -> Layer {
        output.beginScript(name)
        defer { root.endReading() }
        do {
            admit(text, name: name, root: root)
            let (_, scope) = try reading {
                try interpreter.run(text.source, name: name)
                endModules(outside: nil)
                reportUnfinished()
                reportTextRemarks()
            }
            output.layer.isComplete = !scope.isFaulty
        } catch {
            output.layer.diagnostics += Diagnostic.scriptError(error, hints: syntaxHints(error))
            output.layer.isComplete = false
        }
        includedModules = IncludedModules()
        reportCosts()
        output.endScript(isOverLimit: costs.isEnded)
        output.layer.room = costs.room
        output.layer.functionTime = inputs.limits.cpuTime
        sources.endScript()
        return output.layer
    }

    /// Returns the layer of a script that cannot be run.
    func stop(_ name: String, _ reason: Diagnostic) -> Layer {
        output.beginScript(name)
        output.endScript(isOverLimit: true)
        output.layer.isComplete = false
        output.layer.diagnostics = [reason]
        return output.layer
    }

    /// Adds the diagnostics and suggestions that depend on all scripts.
    func addDeferredDiagnostics(to layers: inout [Layer]) {
        output.deferred.complete(&layers, output.parameters, scopes: inputs.scopes, hasTypes: types != nil)
    }

    /// The hints for a file that Lua cannot parse.
    private func syntaxHints(_ error: any Error) -> [String] {
        guard let error = error as? LuaError, let file = error.location?.file,
            let text = sources.text(named: file)?.text, let syntax = SyntaxError(error)
        else { return [] }
        return SyntaxHints.find(syntax, in: text).map(\.sentence)
    }

    private static let shownBesideLimit = 20

    /// Reports the limit that ended the scripts, also where the script caught it.
    private func reportCosts() {
        guard let fault = costs.fault else { return }
        output.layer.isComplete = false
        // Otherwise, thousands of others would hide it, which may be its consequences.
        let others = output.layer.diagnostics.filter { $0.message != fault.message }
        output.layer.diagnostics = others.prefix(Self.shownBesideLimit) + [fault]
    }

    private func reportUnfinished() {
        for call in calls.takeUnfinished() {
            report(.unfinished(call.word, call.id, at: call.location))
            costs.settle(call.word, at: call.location)
        }
    }

    /// Reports mistakes in the texts of the script's files that Lua accepts silently.
    private func reportTextRemarks() {
        for source in sources.inOrder {
            for duplicate in source.remarks.duplicateKeys {
                let first = ScriptLocation(file: source.name, line: duplicate.first)
                remark("the table", source, duplicate.line) { .duplicateKey(duplicate.key, at: $0, first: first) }
            }
            for comparison in source.remarks.comparisons {
                remark("the script", source, comparison.line) { .comparedEnvironment(comparison, at: $0) }
            }
        }
    }

    private func remark(
        _ subject: String, _ source: SourceText, _ line: Int, _ make: (ScriptLocation) -> Diagnostic
    ) {
        guard !costs.isEnded else { return }
        let location = ScriptLocation(file: source.name, line: line)
        remark(make(location))
        costs.settle(subject, at: location)
    }
}

// MARK: Passes that change services

extension Evaluation {
    /// Begins to accept the words of a pass, whose tables are in a file.
    func beginChanges(with values: KeptValues, in source: SourceText?, below parameters: ParameterTree) {
        passWords.areInUse = true
        tokens = values.tokens.reopened(from: passWords.nextToken)
        origins = values.origins
        output = ScriptOutput(below: parameters)
        output.beginScript("")
        if let source { sources.add(source) }
    }

    /// What the pass has described.
    func finishedChanges() -> WiringChanges {
        reportUnfinished()
        reportCosts()
        output.endScript(isOverLimit: costs.isEnded)
        var layers = [output.layer]
        addDeferredDiagnostics(to: &layers)
        var changes = WiringChanges()
        changes.definitions = layers[0].definitions
        changes.isWiredByType = layers[0].isWiredByType
        changes.dropsReferences = layers[0].dropsReferences
        changes.diagnostics = layers[0].diagnostics
        return changes
    }

    /// Releases all that the words have kept.
    func endChanges() {
        sources.endScript()
        end()
    }

    /// The text of a file of the running script, with the lines of its tables.
    func sourceText(of file: FileNumber) -> SourceText? { sources.text(of: file) }
}

// MARK: Files

extension Evaluation {
    /// Keeps the text of a file that is about to run, for the lines of its fields.
    func admit(_ text: ScriptText, name: String, root: ScriptRoot) {
        sources.add(text.source, name: name, root: root)
    }

    /// The content of a file, on which the wiring depends from now on, whether it could be read or not.
    func content(of file: FileRecord, name: String) throws(FileRefusal) -> String {
        if reads.add(file, name: name) {
            let names = file.path.utf8.count + name.utf8.count
            costs.add(bytes: ReadingCosts.Bytes.file + names + (file.text?.utf8.count ?? 0))
        }
        return try file.content.get()
    }

    func root(of file: String) -> ScriptRoot? { sources.root(of: file) }

    /// The text of a file of the running script.
    func text(of file: String) -> String? { sources.text(named: file)?.text }

    /// The line of the call, the lines of its fields, and the caller of the helper function that contains it.
    func origin(_ call: LuaCall) -> Origin {
        guard let site = call.stack.callSite() else { return Origin(nil) }
        let caller = site.isMainChunk ? nil : call.callSites(limit: 2).dropFirst().first?.location
        return Origin(
            site.location, caller: caller, isConditional: conditions.isConditional,
            fields: sources.text(of: site.location.fileNumber))
    }
}

// MARK: Diagnostics

extension Evaluation {
    /// Reads a part of a script, and returns it with its faults.
    ///
    /// The outer scope is not affected unless it includes the result with ``include(_:)``.
    func reading<R>(_ read: () throws -> R) rethrows -> (value: R, scope: FaultScope) {
        let outer = scope
        scope = FaultScope()
        defer { scope = outer }
        return (try read(), scope)
    }

    /// Adds the faults of a part to the enclosing scope.
    func include(_ part: FaultScope) { scope.add(part) }

    func report(_ diagnostic: Diagnostic) {
        remark(diagnostic)
        if diagnostic.severity == .fault { scope.addFault() }
    }

    /// Reports a diagnostic that leaves nothing out of the definitions, because a substitute was used.
    func remark(_ diagnostic: Diagnostic) {
        costs.add(bytes: ReadingCosts.Bytes.diagnostic + diagnostic.message.utf8.count)
        // The limit that ended the scripts is reported once, and not with a million others.
        if !costs.isEnded { output.layer.diagnostics.append(diagnostic) }
    }

    /// Records that the diagnostic that was reported last should suggest parameters, including those that scripts define later.
    func suggestLater(near name: String) {
        guard !costs.isEnded else { return }
        output.deferred.suggest(near: name, inDiagnosticAt: output.layer.diagnostics.count - 1)
    }

    /// Records a name behind a percent sign that may turn out to be the name of a parameter.
    func note(unclosed name: String, in table: ScriptTable, at path: [String]) {
        costs.add(bytes: ReadingCosts.Bytes.diagnostic + name.utf8.count)
        output.deferred.unclosedPlaceholders.note(name, in: table, at: path)
    }
}

// MARK: Values and calls

extension Evaluation {
    /// Keeps a value for a token; the same value is found again by its index.
    func keep(_ value: WiredValue) -> Int32 {
        costs.add(bytes: ReadingCosts.Bytes.token)
        return tokens.keep(value)
    }

    /// Keeps a service without an id, with its size.
    func keep(inline definition: Definition) -> Int32 {
        costs.add(bytes: ReadingCosts.Bytes.definition + ReadingCosts.Bytes.token)
        return tokens.keep(
            .inline(definition), ReadingCosts.Extent(elements: costs.elements + 1, depth: costs.depth + 1))
    }

    /// Keeps a reference or an argument for a token, with the size of the values in it.
    func keep(whole value: WiredValue) -> Int32 {
        guard !value.innerValues.isEmpty else { return keep(value) }
        costs.add(bytes: ReadingCosts.Bytes.token)
        return tokens.keep(value, ReadingCosts.Extent(elements: costs.elements + 1, depth: costs.depth + 1))
    }

    /// The number of tokens that scripts have made.
    var tokenCount: Int { tokens.count }

    /// Records that a value contains the service that a token represents; nil for any other token.
    func hold(_ index: Int32) -> (extent: ReadingCosts.Extent, isShared: Bool)? { tokens.hold(index) }

    /// The value that the token at a position represents while scripts are read; nil for a word, another value, or no value.
    func value(ofTokenAt position: Int, _ stack: LuaStack) -> WiredValue? {
        guard !hasEnded, position != 0, let token = stack.token(at: position) else { return nil }
        switch TokenKind(rawValue: token.kind) {
        case .null, .value: return tokens.value(at: token.index)
        default: return nil
        }
    }

    /// Records that a definition contains a value, if only the whole graph determines its services.
    func noting(_ value: WiredValue) -> WiredValue {
        switch value {
        case .placeholder: scope.addPlaceholder()
        case .inline(let definition) where definition.hasPlaceholders: scope.addPlaceholder()
        case .reference, .argument:
            if value.hasPlaceholders { scope.addPlaceholder() }
        default: break
        }
        return value
    }

    /// Records that `service "id"` waits for its table, under a number that the table's call returns.
    func begin(_ id: String, at location: ScriptLocation?, word: String = "service") -> Int {
        costs.add(bytes: ReadingCosts.Bytes.pendingCall + id.utf8.count)
        return calls.begin(word, id, at: location)
    }

    /// The id of a call that was begun; it may be finished more than once, and then defines its id again.
    func finish(_ call: Int) -> String { calls.finish(call) }

    /// Ends the call that was begun last, whose faults have been reported.
    func abandonLastCall() { calls.abandonLast() }

    /// Records the strings of a value that did not come from a script's own table.
    func markForeign(_ value: PlainValue) { origins.addForeign(value) }

    /// Records that a string replaces a variable that could not be read.
    func markStandIn(_ text: String, for reference: EnvironmentReference) { origins.addStandIn(text, for: reference) }

    /// The value that a string represents if its text forms are not read; nil if they are.
    func foreignValue(_ text: String) -> WiredValue? { origins.value(of: text) }
}
