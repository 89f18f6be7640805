import LuaRuntime
import MoonwireCore

/// The globals of all scripts: reading an undeclared name stops the script, and assigning a global is a fault.
struct GuardedGlobals {
    private let evaluation: Evaluation

    init(_ evaluation: Evaluation) {
        self.evaluation = evaluation
    }

    func install(_ interpreter: Interpreter) throws {
        try interpreter.guardGlobals(read: read, write: write)
    }

    private var read: HostFunction {
        Word.function("global", evaluation, .internal, isLasting: true) { [evaluation] call in
            let name = try call.argument(1)?.string() ?? ""
            throw ContainerError(UnknownGlobal(name, call, evaluation).fault)
        }
    }

    private var write: HostFunction {
        Word.function("global", evaluation, .internal, isLasting: true) { [evaluation] call in
            let name = (try? call.argument(1)?.string()) ?? "?"
            let given = call.stack.typeOfGlobal(name)
            let isCalled = given == .function || ServiceReference.Kind(rawValue: name) != nil
            let fault: Diagnostic =
                given == .nil
                ? .assignedGlobal(name, at: call.callSite)
                : .replacedGlobal(name, isCalled: isCalled, at: call.callSite)
            // Functions run after the faults were collected.
            if evaluation.hasEnded { throw ContainerError(fault) }
            evaluation.report(fault)
            guard given == .nil else { return .values(0) }
            call.stack.copyToTop(call.position(2))
            call.stack.rawSet(call.position(0), key: name)
            return .values(0)
        }
    }
}
