import LuaRuntime
import MoonwireCore
import MoonwireSupport

extension Word {
    /// `require "module"`: runs a script of the root once per generation, and returns its result.
    ///
    /// `require "moonwire"` returns a table of all words.
    static func require(_ evaluation: Evaluation) -> Word {
        Word("require", evaluation, WordForm(1, "require \"id\""), isLasting: true) { call in
            let name = try call.name(0, of: "require", "a module's name")
            if call.stack.pushLoaded(name) { return .values(1) }
            if evaluation.hasEnded { throw ContainerError(.onlyWhileReading("require", at: call.callSite)) }
            if name == "moonwire" {
                let fields = ScriptWord.globals.map { "\($0) = \($0)" }.joined(separator: ", ")
                return try call.load("return { \(fields) }", name: name, cacheKey: name)
            }
            let path = name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/") + ".lua"
            let folder = call.callSite.flatMap { evaluation.root(of: $0.file) }?.folder
            let file = ScriptFile(word: "require", name: name, path: path, from: call, evaluation, folder: folder)
            let source = try file.text().source
            evaluation.beginRequired(file.displayName)
            return try call.load(source, name: file.displayName, cacheKey: name)
        }
    }
}
