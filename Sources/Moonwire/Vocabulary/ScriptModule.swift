package import LuaRuntime
package import MoonwireCore
import MoonwireModel

/// A product besides Moonwire that adds words to scripts.
package protocol ScriptModule: LayerModule {
    /// The wrappers of methods that the product adds to the container.
    var wrappers: MethodWrappers { get }
    /// The words of one evaluation of the scripts.
    func words(_ reading: ScriptReading) -> [ModuleWord]
}

/// A word of a product besides Moonwire.
package struct ModuleWord {
    package let name: String
    /// The largest number of arguments.
    package let most: Int
    /// The call as hints show it, with `"id"` for the first argument.
    package let usage: String
    /// Whether functions can call it after the scripts have been read.
    package let isLasting: Bool
    package let body: @Sendable (LuaCall) throws -> LuaReturn

    package init(
        _ name: String, _ most: Int, _ usage: String, isLasting: Bool,
        body: @escaping @Sendable (LuaCall) throws -> LuaReturn
    ) {
        self.name = name
        self.most = most
        self.usage = usage
        self.isLasting = isLasting
        self.body = body
    }
}

/// What the words of a product besides Moonwire read and write while scripts are read.
package struct ScriptReading: Sendable {
    let evaluation: Evaluation

    init(_ evaluation: Evaluation) {
        self.evaluation = evaluation
    }

    /// The types of the application; nil if scripts are checked without types.
    package var types: TypeRegistry? { evaluation.types }

    /// Whether all scripts have been read.
    package var hasEnded: Bool { evaluation.hasEnded }

    /// The line of a call, and the caller of the helper function that contains it.
    package func origin(_ call: LuaCall) -> Origin { evaluation.origin(call) }

    /// The function of a wrapper of one object, which a reload finds in the next scripts.
    package func script(of function: LuaFunction) -> WrapScript {
        let lines = FunctionInspection.all(function.definedAt, function.lastLine).first
        return WrapScript(lines, of: evaluation.identity, evaluation.life, evaluation.functionTexts)
    }

    /// Adds a wrapper to the wiring.
    package func add(_ wrap: MethodWrap) {
        evaluation.costs.add(bytes: ReadingCosts.Bytes.hook + wrap.member.utf8.count)
        evaluation.output.layer.methodWraps.append(wrap)
    }

    /// Adds what a script defines for the product.
    package func add(_ definition: any ModuleDefinition) {
        evaluation.costs.add(bytes: ReadingCosts.Bytes.hook + definition.name.utf8.count)
        evaluation.output.layer.moduleDefinitions.append(definition)
    }

    /// Reports a fault, and continues to read.
    package func report(_ fault: Diagnostic, in call: LuaCall) {
        evaluation.report(fault.called(from: call.callLocations))
    }

    /// Begins a call such as `around "Type.method"`, which a function follows, and pushes what reads that function.
    package func begin(
        _ word: String, _ id: String, _ usage: String, _ call: LuaCall,
        _ body: @escaping @Sendable (_ id: String, LuaCall) throws -> LuaReturn
    ) -> LuaReturn {
        let complete = Word.function(word, evaluation, WordForm(1, usage)) { [evaluation] call in
            try body(evaluation.finish(call.payload), call)
        }
        call.stack.pushFunction(complete, payload: evaluation.begin(id, at: call.callSite, word: word))
        return .values(1)
    }

    /// Registers the words with an interpreter.
    func install(_ module: any ScriptModule, _ define: (Word) throws -> Void) rethrows {
        for word in module.words(self) {
            let form = WordForm(word.most, word.usage)
            try define(Word(word.name, evaluation, form, isLasting: word.isLasting, word.body))
        }
    }
}

extension LuaCall {
    /// The function at an index, which a word expects; throws ``ContainerError`` for any other value.
    package func function(_ index: Int, of word: String) throws -> LuaFunction {
        let position = position(index)
        guard position != 0, stack.luaType(at: position) == .function else {
            throw ContainerError(.expectsFunction(word, found: found(index), at: callSite))
        }
        return stack.function(at: position)
    }
}
