import LuaRuntime
import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// What the scripts of one generation have said so far. The words write into it while a script runs.
///
/// What every word touches is not checked for overlapping accesses: none of them runs anything that leads back here.
final class Evaluation: @unchecked Sendable {  // Words run under the interpreter's lock, the rest before or after.
    /// Not owned: the interpreter holds the words, and the words hold the evaluation.
    unowned let interpreter: Interpreter
    let environment: String
    let variables: EnvironmentVariables
    /// The layer of the script that is running.
    @exclusivity(unchecked) private(set) var layer: Layer
    /// The definitions of the scripts that were run before.
    private var earlierDefinitions: [[Definition]] = []
    /// Values that scripts hold as tokens, by the tokens' index.
    @exclusivity(unchecked) private var values: [WiredValue] = [.value(.null)]
    /// Calls such as `service "id"`, which wait for what follows them.
    @exclusivity(unchecked) private var calls:
        [(word: String, id: String, location: ScriptLocation?, isFinished: Bool)] = []
    /// How many of the calls belong to scripts that were run before.
    private var reportedCalls = 0
    /// What all of this takes.
    @exclusivity(unchecked) var costs: ReadingCosts
    /// How large the services without an id are that tokens stand for, by the tokens' index, and whether a value holds one.
    @exclusivity(unchecked) private var parts: [Int32: (extent: ReadingCosts.Extent, isHeld: Bool)] = [:]
    /// The environments that `when` may name.
    var environments = ["dev", "test", "prod"]
    /// Texts that came out of the environment, in which no text form is read.
    @exclusivity(unchecked) private var foreignTexts: Set<String> = []
    /// Texts that stand in for variables which could not be read.
    @exclusivity(unchecked) private var standIns: [String: EnvironmentReference] = [:]
    /// The names of parameters that the diagnostics of the running script could suggest, by the diagnostics' places.
    private var misspelled: [Int: String] = [:]
    /// The same of the scripts that were run before, by their numbers.
    private var misspelledInEarlierScripts: [[Int: String]] = []
    @exclusivity(unchecked) var unclosedPlaceholders = UnclosedPlaceholders()
    /// The parameters of the layers beneath and of the scripts so far.
    private(set) var parameters: ParameterTree
    private var sources: [String: SourceText] = [:]
    @exclusivity(unchecked) private var lastSource: (file: FileNumber, text: SourceText?)?
    private var roots: [String: ScriptRoot] = [:]
    /// The chunks that run outside of the current coroutine, outermost first.
    var outerChunks: [String] = []
    /// Whether a function of `when` runs.
    var isConditional = false
    /// Whether all scripts have been read.
    @exclusivity(unchecked) private(set) var hasEnded = false
    /// Faults of the running script, besides those of whole definitions.
    @exclusivity(unchecked) private(set) var faults = 0
    /// How many values have been read that stand for services which only the whole graph tells.
    @exclusivity(unchecked) private(set) var placeholders = 0
    /// What the files say of all their services.
    @exclusivity(unchecked) var defaults = FileDefaults()
    /// The files and variables that were read.
    var traces = Reading.Traces()
    private(set) var files: [FileRecord] = []
    var variableFiles = VariableFiles()
    /// By path, the place of the last record of a file.
    private var recordPlaces: [String: Int] = [:]
    let link = GenerationLink()
    /// The application's types; nil when scripts are checked without knowing them.
    let types: TypeRegistry?
    /// The names of all words, those of `env` as one.
    var words: [String] = []

    init(
        _ interpreter: Interpreter, environment: String, variables: EnvironmentVariables, beneath: ParameterTree,
        types: TypeRegistry?
    ) {
        self.interpreter = interpreter
        self.environment = environment
        self.variables = variables
        self.types = types
        parameters = beneath
        costs = ReadingCosts(interpreter.limits)
        layer = Layer(name: "")
    }

    /// Runs a script, and gives the layer that it describes.
    func run(_ text: ScriptText, name: String, root: ScriptRoot) -> Layer {
        layer = Layer(name: name)
        faults = 0
        do {
            admit(text, name: name, root: root)
            try interpreter.run(text.source, name: name)
            reportUnfinished()
            reportTextRemarks()
            layer.isComplete = faults == 0
        } catch {
            layer.diagnostics += Diagnostic.scriptError(error, hints: syntaxHints(error))
            layer.isComplete = false
        }
        reportCosts()
        // Diagnostics change places only where the script ran out of something.
        misspelledInEarlierScripts.append(costs.fault == nil ? misspelled : [:])
        misspelled = [:]
        unclosedPlaceholders.endScript(isOverLimit: costs.fault != nil)
        earlierDefinitions.append(layer.definitions)
        layer.room = costs.room
        layer.functionTime = interpreter.limits.cpuTime
        sources.removeAll(keepingCapacity: true)
        lastSource = nil
        return layer
    }

    /// What is probably wrong with a file that Lua cannot parse.
    private func syntaxHints(_ error: any Error) -> [String] {
        guard let error = error as? LuaError, let file = error.location?.file, let text = sources[file]?.text,
            let syntax = SyntaxError(error)
        else { return [] }
        return SyntaxHints.find(syntax, in: text).map(\.sentence)
    }

    /// Gives the layer of a script that cannot be run.
    func stop(_ name: String, _ reason: Diagnostic) -> Layer {
        var layer = Layer(name: name)
        layer.isComplete = false
        layer.diagnostics = [reason]
        misspelledInEarlierScripts.append([:])
        unclosedPlaceholders.endScript(isOverLimit: true)
        return layer
    }

    /// Says that the diagnostic that was reported last should suggest parameters: those, too, that scripts define later.
    func suggestLater(near name: String) {
        if costs.fault == nil { misspelled[layer.diagnostics.count - 1] = name }
    }

    /// Adds the diagnostics and suggestions that depend on all scripts.
    func addDeferredDiagnostics(to layers: inout [Layer]) {
        let names = KnownNames { [parameters] in parameters.names }
        for (number, places) in misspelledInEarlierScripts.enumerated() {
            for (place, name) in places.sorted(by: { $0.key < $1.key }) {
                layers[number].diagnostics[place].suggestions = names.nearest(to: name).map(\.shortenedName)
            }
        }
        unclosedPlaceholders.report(to: &layers, parameters)
    }

    /// Keeps the text of a file that is about to run, for the lines of its fields.
    func admit(_ text: ScriptText, name: String, root: ScriptRoot) {
        if sources[name] == nil { sources[name] = SourceText(name: name, text: text.source) }
        roots[name] = root
    }

    /// The content of a file, which takes part in the wiring from now on, whether it could be read or not.
    func content(of file: FileRecord, name: String) throws(FileRefusal) -> String {
        guard let place = recordPlaces[file.path], file.isSameReading(as: files[place]) else {
            keep(file, name: name)
            return try file.content.get()
        }
        // The same text, which is kept already.
        traces.files[name] = .some(files[place].text)
        return try files[place].content.get()
    }

    private func keep(_ file: FileRecord, name: String) {
        let names = file.path.utf8.count + name.utf8.count
        costs.add(bytes: ReadingCosts.Bytes.file + names + (file.text?.utf8.count ?? 0))
        recordPlaces[file.path] = files.count
        files.append(file)
        traces.files[name] = .some(file.text)
    }

    func root(of file: String) -> ScriptRoot? { roots[file] }

    /// The text of a file of the running script.
    func text(of file: String) -> String? { sources[file]?.text }

    /// Whether a script has defined a service with that id.
    func defines(_ id: String) -> Bool {
        layer.definitions.contains { $0.id == id } || earlierDefinitions.contains { $0.contains { $0.id == id } }
    }

    /// How many services the scripts have defined.
    var definitionCount: Int { earlierDefinitions.reduce(layer.definitions.count) { $0 + $1.count } }

    func report(_ diagnostic: Diagnostic) {
        remark(diagnostic)
        if diagnostic.severity == .fault { faults += 1 }
    }

    /// Reports what leaves nothing out: something stands in for what could not be read.
    func remark(_ diagnostic: Diagnostic) {
        costs.add(bytes: ReadingCosts.Bytes.diagnostic + diagnostic.message.utf8.count)
        // What ended the scripts is told once, and not with a million others.
        if costs.fault == nil { layer.diagnostics.append(diagnostic) }
    }

    /// Reads a definition. Faults in it concern nothing else: the rest of the script can be checked all the same.
    func reading(_ read: () -> Definition) -> Definition {
        let before = faults
        var definition = read()
        if faults > before { definition.isFaulty = true }
        faults = before
        return definition
    }

    /// Reads a rule. Faults in it concern nothing else either; a faulty one is left out.
    func reading(_ read: () -> InjectionRule?) -> InjectionRule? {
        let before = faults
        let rule = read()
        let isFaulty = faults > before
        faults = before
        return isFaulty ? nil : rule
    }

    /// Reads a preference, likewise.
    func reading(_ read: () -> PreferenceDefinition) -> PreferenceDefinition {
        let before = faults
        var definition = read()
        if faults > before { definition.isFaulty = true }
        faults = before
        return definition
    }

    func add(_ definition: PreferenceDefinition) {
        costs.add(bytes: ReadingCosts.Bytes.definition)
        layer.preferences.append(definition)
    }

    func add(_ definition: Definition) {
        // Tags that the file gives all of its services count for each.
        let tags = definition.tags.count * ReadingCosts.Bytes.tag
        costs.add(bytes: ReadingCosts.Bytes.definition + definition.id.utf8.count + tags)
        layer.definitions.append(definition)
    }

    func add(_ decorator: Decorator) {
        costs.add(bytes: ReadingCosts.Bytes.definition + decorator.target.utf8.count)
        layer.decorators.append(decorator)
    }

    /// Counts a value that a definition holds, if only the whole graph tells what it stands for.
    func noting(_ value: WiredValue) -> WiredValue {
        switch value {
        case .placeholder: placeholders += 1
        case .inline(let definition) where definition.hasPlaceholders: placeholders += 1
        default: break
        }
        return value
    }

    func add(_ hook: Hook) {
        costs.add(bytes: ReadingCosts.Bytes.hook)
        layer.hooks.append(hook)
    }

    func add(_ rule: InjectionRule) {
        costs.add(bytes: ReadingCosts.Bytes.rule)
        layer.rules.append(rule)
    }

    /// Adds what one call of `parameters` says.
    func add(_ tree: ParameterTree) {
        for name in tree.leafNames { costs.add(bytes: ReadingCosts.Bytes.parameter + name.utf8.count) }
        let conflicts = layer.parameters.merging(tree)
        layer.diagnostics += conflicts.filter(\.isOfOtherShape).map { .parameterReplaced($0) }
        _ = parameters.merging(tree)
    }

    /// The line of the call, the lines of its fields, and who called the helper function in which it stands.
    func origin(_ call: LuaCall) -> Origin {
        guard let site = call.stack.callSite() else { return Origin(nil) }
        let caller = site.isMainChunk ? nil : call.callSites(limit: 2).dropFirst().first?.location
        return Origin(
            site.location, caller: caller, isConditional: isConditional, fields: source(of: site.location.fileNumber))
    }

    /// The text of a file; most calls stand in the same one as the call before.
    private func source(of file: FileNumber) -> SourceText? {
        if lastSource?.file != file { lastSource = (file, sources[file.name]) }
        return lastSource?.text
    }

    /// Keeps a value for a token; the same value is found again by its index.
    func keep(_ value: WiredValue) -> Int32 {
        costs.add(bytes: ReadingCosts.Bytes.token)
        values.append(value)
        return Int32(values.count - 1)
    }

    /// Keeps a service without an id, with all that was read for it.
    func keep(inline definition: Definition) -> Int32 {
        costs.add(bytes: ReadingCosts.Bytes.definition)
        let index = keep(.inline(definition))
        parts[index] = (ReadingCosts.Extent(elements: costs.elements + 1, depth: costs.depth + 1), false)
        return index
    }

    /// Says that a value holds the service for which a token stands; nil for any other token.
    func hold(_ index: Int32) -> (extent: ReadingCosts.Extent, isShared: Bool)? {
        guard let part = parts[index] else { return nil }
        parts[index]?.isHeld = true
        return (part.extent, part.isHeld)
    }

    /// What the token at a position stands for, as long as scripts are read; nil for a word, for any other value and for none.
    func value(ofTokenAt position: Int, _ stack: LuaStack) -> WiredValue? {
        guard !hasEnded, position != 0, let token = stack.token(at: position) else { return nil }
        switch TokenKind(rawValue: token.kind) {
        case .null, .value: return values[Int(token.index)]
        default: return nil
        }
    }

    /// Remembers that `service "id"` waits for its table, by a number that the table's call gives back.
    func begin(_ id: String, at location: ScriptLocation?, word: String = "service") -> Int {
        costs.add(bytes: ReadingCosts.Bytes.pendingCall + id.utf8.count)
        calls.append((word, id, location, isFinished: false))
        return calls.count - 1
    }

    /// The id of a call that was begun; it may be finished more than once, and then defines its id again.
    func finish(_ call: Int) -> String {
        calls[call].isFinished = true
        return calls[call].id
    }

    /// Lets the call that was begun last wait for nothing: what is wrong with it has been reported.
    func abandonLastCall() {
        if let last = calls.indices.last { calls[last].isFinished = true }
    }

    /// Remembers texts that did not come from a script's own table.
    func markForeign(_ value: Value) {
        switch value {
        case .text(let text): foreignTexts.insert(text)
        case .list(let elements): for element in elements { markForeign(element) }
        case .map(let entries): for (_, entry) in entries { markForeign(entry) }
        default: break
        }
    }

    /// Lets go of all that was said: it has been handed over as layers, and functions of it hold the interpreter.
    func end() {
        hasEnded = true
        values = [.value(.null)]
        parts = [:]
        costs = ReadingCosts(interpreter.limits)
        layer = Layer(name: "")
        earlierDefinitions = []
        parameters = ParameterTree()
        calls = []
        foreignTexts = []
        standIns = [:]
        unclosedPlaceholders = UnclosedPlaceholders()
    }

    /// Remembers that a text stands in for a variable that could not be read.
    func markStandIn(_ text: String, for reference: EnvironmentReference) {
        standIns[text] = reference
    }

    /// What a text stands for in which no text form is read; nil when forms are.
    func foreignValue(_ text: String) -> WiredValue? {
        if !foreignTexts.isEmpty, foreignTexts.contains(text) { return .value(.text(text)) }
        return standIns.isEmpty ? nil : standIns[text].map { .environment($0) }
    }

    private static let shownBesideLimit = 20

    /// What ended the scripts, also where the script caught it.
    private func reportCosts() {
        guard let fault = costs.fault else { return }
        layer.isComplete = false
        // It would be lost among thousands of others, which may be its consequences.
        let others = layer.diagnostics.filter { $0.message != fault.message }
        layer.diagnostics = others.prefix(Self.shownBesideLimit) + [fault]
    }

    private func reportUnfinished() {
        for call in calls[reportedCalls...] where !call.isFinished {
            report(.unfinished(call.word, call.id, at: call.location))
            costs.settle(call.word, at: call.location)
        }
        reportedCalls = calls.count
    }

    /// What the texts of the script's files contain that Lua accepts without a word.
    private func reportTextRemarks() {
        for source in sources.values.sorted(by: { $0.name < $1.name }) {
            let remarks = source.result
            for duplicate in remarks.duplicateKeys where costs.fault == nil {
                let location = ScriptLocation(file: source.name, line: duplicate.line)
                let first = ScriptLocation(file: source.name, line: duplicate.first)
                remark(.duplicateKey(duplicate.key, at: location, first: first))
                costs.settle("the table", at: location)
            }
            for comparison in remarks.comparisons where costs.fault == nil {
                let location = ScriptLocation(file: source.name, line: comparison.line)
                remark(.comparedEnvironment(comparison, at: location))
                costs.settle("the script", at: location)
            }
        }
    }
}
