import LuaRuntime
import MoonwireCore

/// Names that nobody declared: reading one stops the script, assigning one is a fault.
struct UnknownGlobals {
    private let evaluation: Evaluation
    private let words: [String]

    init(_ evaluation: Evaluation, words: [String]) {
        self.evaluation = evaluation
        self.words = words
    }

    func install() throws {
        try evaluation.interpreter.guardGlobals(read: read, write: write)
    }

    private var read: HostFunction {
        let word = Word("global") { [evaluation, words] call in
            let name = try call.argument(1)?.string() ?? ""
            throw ContainerError(
                .unknownGlobal(
                    name, known: words + (evaluation.types?.names ?? []), at: call.callSite))
        }
        return word.function
    }

    private var write: HostFunction {
        HostFunction(name: "global") { [evaluation] call in
            let name = (try? call.argument(1)?.string()) ?? "?"
            evaluation.report(.assignedGlobal(name, at: call.callSite))
            call.stack.copyToTop(call.position(2))
            call.stack.rawSet(call.position(0), key: name)
            return .values(0)
        }
    }
}
