import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A word of the script language: a name, and what a call of it does.
struct Word {
    /// The name, with a dot for a field of a table: `env.int`.
    let name: String
    let function: HostFunction
    /// What reading a field of the word does, when it has any: `ref.id`. This and a call get the word itself first.
    var field: (token: TokenKind, function: HostFunction)?

    /// - Parameters:
    ///   - form: How the word is called; what a call has beyond that is a fault.
    ///   - isLasting: Whether functions may use it too, once all scripts have been read.
    init(
        _ name: String, _ evaluation: Evaluation, _ form: WordForm, isLasting: Bool = false,
        _ body: @escaping @Sendable (LuaCall) throws -> LuaReturn
    ) {
        self.name = name
        function = HostFunction(name: name) { call in
            do {
                if evaluation.hasEnded, !isLasting {
                    throw ContainerError(.onlyWhileReading(name, at: call.callSite))
                }
                guard let surplus = form.surplus(of: name, in: call) else {
                    return try evaluation.metering(name, call, body)
                }
                if evaluation.hasEnded { throw ContainerError(surplus) }
                return try evaluation.metering(name, call) { try Self.report(surplus, form, $0, evaluation, body) }
            } catch let error as ContainerError where !evaluation.hasEnded {
                throw error.called(from: call.callLocations)
            } catch let error as ConversionError {
                throw ContainerError(.badArgument(name, error, at: call.callSite), underlying: error)
            }
        }
    }

    /// Reports arguments that the word does not take, and continues without them, so that other faults are found too.
    private static func report(
        _ surplus: Diagnostic, _ form: WordForm, _ call: LuaCall, _ evaluation: Evaluation,
        _ body: (LuaCall) throws -> LuaReturn
    ) throws -> LuaReturn {
        let fault = surplus.called(from: call.callLocations)
        guard form.isBegun else {
            evaluation.remark(fault)
            return try body(call)
        }
        // What should follow the call is among its arguments: without it, definitions are missing.
        evaluation.report(fault)
        let result = try body(call)
        evaluation.abandonLastCall()
        return result
    }
}

/// All words, in the order of the manual.
enum Vocabulary {
    static func words(_ evaluation: Evaluation) -> [Word] {
        [
            .service(evaluation), .alias(evaluation), .decorate(evaluation), .defaults(evaluation),
            .ref(evaluation), .optional(evaluation), .lazy(evaluation), .provider(evaluation), .tagged(evaluation),
            .inline(evaluation), .raw(evaluation),
            .parameters(evaluation), .param(evaluation), .now(evaluation),
            .inject(evaluation), .preferences(evaluation),
            .include(evaluation), .require(evaluation), .environments(evaluation), .when(evaluation),
        ] + Word.env(evaluation) + Word.hook(evaluation)
    }

    /// Makes the words known to the scripts, as globals and as `require "moonwire"`.
    static func install(_ evaluation: Evaluation) throws {
        let interpreter = evaluation.interpreter
        let words = words(evaluation)
        for word in words { try define(word, interpreter) }
        try defineReference(evaluation)
        try interpreter.defineNull()
        try defineSkip(interpreter)
        try defineInner(evaluation)
        for table in ["env", "hook"] { try guardFields(of: table, words, evaluation) }
        let names = words.map { String($0.name.prefix { $0 != "." }) } + ["inner", "null", "skip"]
        evaluation.words = Set(names).sorted()
        try GuardedGlobals(evaluation, words: evaluation.words).install()
    }

    /// One that has fields is a token: a table could be taken for a map of nothing.
    private static func define(_ word: Word, _ interpreter: Interpreter) throws {
        guard let field = word.field else { return try interpreter.setGlobal(word.name, to: word.function) }
        try interpreter.define(field.token, call: word.function, field: field.function)
        try interpreter.setGlobal(word.name) { $0.push(field.token) }
    }

    /// Lets a misspelled field of a table of words say so, instead of being nil.
    private static func guardFields(of table: String, _ words: [Word], _ evaluation: Evaluation) throws {
        let prefix = table + "."
        let known = words.map(\.name).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        // What is registered with a misspelled hook is not needed to check the rest.
        let ignored = table == "hook" ? Word(table, evaluation, .internal) { _ in .values(0) } : nil
        let unknown = Word(table, evaluation, .internal, isLasting: true) { call in
            let name = try call.argument(1)?.string() ?? ""
            let fault = Diagnostic.unknownField(name, of: table, known: known, at: call.callSite)
            guard let ignored, !evaluation.hasEnded else { throw ContainerError(fault) }
            evaluation.remark(fault.called(from: call.callLocations))
            call.stack.pushFunction(ignored.function)
            return .values(1)
        }
        try evaluation.interpreter.setGlobal("unknown", to: unknown.function)
        try evaluation.interpreter.run(
            "setmetatable(\(table), { __index = unknown, __metatable = false }) unknown = nil", name: table)
    }
}
