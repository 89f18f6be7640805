import LuaRuntime
import MoonwireCore
import MoonwireValues

/// A word of the script language: a name, and what it is.
struct Word {
    /// What scripts find under the name.
    enum Meaning {
        case function(HostFunction)
        /// A token that is called and has fields: `ref "id"`, `ref.id`. Both functions get the token itself first.
        case token(TokenKind, call: HostFunction, field: HostFunction)
        /// A token that represents a value.
        case value(TokenKind, index: Int32)
    }

    /// The name, with a dot for a field of a table: `env.int`.
    let name: String
    let meaning: Meaning

    init(_ name: String, _ meaning: Meaning) {
        self.name = name
        self.meaning = meaning
    }

    /// Creates a word that is called.
    ///
    /// Arguments that `form` does not contain are a fault. `isLasting` states whether functions may use the word too, after
    /// all scripts have been read.
    init(
        _ name: String, _ evaluation: Evaluation, _ form: WordForm, isLasting: Bool = false,
        _ body: @escaping @Sendable (LuaCall) throws -> LuaReturn
    ) {
        self.init(name, .function(Self.function(name, evaluation, form, isLasting: isLasting, body)))
    }

    /// What a call of a word does, or of the function that it returns.
    static func function(
        _ name: String, _ evaluation: Evaluation, _ form: WordForm, isLasting: Bool = false,
        _ body: @escaping @Sendable (LuaCall) throws -> LuaReturn
    ) -> HostFunction {
        HostFunction(name: name) { call in
            do {
                if evaluation.hasEnded, !isLasting {
                    throw ContainerError(.onlyWhileReading(name, at: call.callSite))
                }
                if evaluation.isChanging, !isLasting, !Evaluation.wordsOfChanges.contains(name) {
                    throw ContainerError(.notInChanges(name, at: call.callSite))
                }
                if !evaluation.hasEnded { evaluation.endModules(outside: call) }
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

/// All words.
enum Vocabulary {
    /// The words that are not fields of a table, in the order of the manual.
    private static let words: [@Sendable (Evaluation) -> Word] = [
        Word.service, Word.defaultService, Word.extend, Word.defined, Word.alias, Word.decorate, Word.inner,
        Word.defaults, Word.bind, Word.scopes,
        Word.ref, Word.optional, Word.later, Word.lazy, Word.provider, Word.tagged, Word.typed, { _ in .auto },
        { _ in .inherited }, Word.inline,
        Word.argument, { _ in .null }, Word.raw,
        Word.parameters, Word.param, Word.now, Word.processor, Word.parallel,
        Word.preferences, Word.preference, Word.inject, { _ in .skip },
        Word.include, Word.options, Word.require, Word.environments, Word.when, Word.scenario,
    ]

    /// Makes the words known to the scripts, as globals and as `require "moonwire"`.
    static func install(_ evaluation: Evaluation, _ interpreter: Interpreter) throws {
        // One after the other: a list of the words of an evaluation would be made at each reload.
        for word in words { try define(word(evaluation), interpreter) }
        for word in Word.env(evaluation) { try define(word, interpreter) }
        for word in Word.hook(evaluation) + Word.standardPasses(evaluation) { try define(word, interpreter) }
        for case let module as any ScriptModule in evaluation.modules {
            try ScriptReading(evaluation).install(module) { try define($0, interpreter) }
        }
        try interpreter.define(.value, field: fieldOfReference(evaluation))
        for table in ["env", "hook"] { try guardFields(of: table, evaluation, interpreter) }
        try guardFields(of: "pass", call: Word.pass(evaluation), evaluation, interpreter)
        try GuardedGlobals(evaluation).install(interpreter)
    }

    private static func define(_ word: Word, _ interpreter: Interpreter) throws {
        switch word.meaning {
        case .function(let function): try interpreter.setGlobal(word.name, to: function)
        case .token(let kind, let call, let field):
            try interpreter.define(kind, call: call, field: field)
            try interpreter.setGlobal(word.name) { $0.push(kind) }
        case .value(.null, _): try interpreter.defineNull()
        case .value(let kind, let index):
            if kind != .value { try interpreter.define(kind) }
            try interpreter.setGlobal(word.name) { $0.push(kind, index: index) }
        }
    }

    /// What reading a field of a reference does: `ref.mail.transport` explains how ids with dots are written.
    private static func fieldOfReference(_ evaluation: Evaluation) -> HostFunction {
        Word.function("reference", evaluation, .internal, isLasting: true) { call in
            let value = evaluation.value(ofTokenAt: call.position(0), call.stack)
            throw ContainerError(.fieldOfReference(call.stack.text(at: call.position(1)), value, at: call.callSite))
        }
    }

    /// Reports a misspelled field of a table of words, instead of returning nil; `call` is what a call of the table itself does.
    private static func guardFields(
        of table: String, call: HostFunction? = nil, _ evaluation: Evaluation, _ interpreter: Interpreter
    ) throws {
        let known = ScriptWord.fields(of: table)
        // What is registered with a misspelled hook is not needed to check the rest.
        let ignored = table == "env" ? nil : Word.function(table, evaluation, .internal) { _ in .values(0) }
        let unknown = Word.function(table, evaluation, .internal, isLasting: true) { call in
            let name = try call.argument(1)?.string() ?? ""
            if table == "env", evaluation.processors.names.contains(name) {
                call.stack.pushFunction(Word.env(processor: name, evaluation))
                return .values(1)
            }
            let others = table == "env" ? evaluation.processors.names.sorted() : []
            let fault = Diagnostic.unknownField(name, of: table, known: known + others, at: call.callSite)
            guard let ignored, !evaluation.hasEnded else { throw ContainerError(fault) }
            evaluation.remark(fault.called(from: call.callLocations))
            call.stack.pushFunction(ignored)
            return .values(1)
        }
        try interpreter.setGlobal("unknown", to: unknown)
        if let call { try interpreter.setGlobal("call", to: call) }
        try interpreter.run(
            """
            setmetatable(\(table), { __index = unknown, __call = call, __metatable = false })
            unknown, call = nil, nil
            """, name: table)
    }
}
