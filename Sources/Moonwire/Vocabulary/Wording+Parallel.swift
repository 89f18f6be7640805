import LuaRuntime
public import MoonwireCore

// Messages about parallel functions.

extension Diagnostic.Code {
    /// A parallel function uses what its copies cannot have.
    public static let parallelCapture = Diagnostic.Code("parallel-capture")
}

extension Diagnostic {
    static func parallelExpectsScript(at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.unexpectedValue, "parallel expects a function of a script", at: location)
    }

    /// A variable outside of a parallel function, which the function or one that it calls uses.
    static func parallelCapture(_ fault: CaptureFault) -> Diagnostic {
        let name = "\"\(fault.name)\", which is declared outside of it"
        let (message, hint): (String, String?) =
            switch fault.reason {
            case .assigned:
                (
                    "cannot assign to \(name)",
                    "a parallel function keeps no state between calls: return the value, or call a service"
                )
            case .assignedGlobal:
                (
                    "cannot assign to the global \"\(fault.name)\"",
                    "write `local \(fault.name) = …`, or return the value: a parallel function keeps no state between calls"
                )
            case .table:
                (
                    "cannot use the table \(name)",
                    "create the table inside the function, or capture what it needs of the table, as in `local rate = module.rate`"
                )
            case .object: ("cannot use the object or reference \(name)", "pass the object as an argument")
            case .function:
                (
                    "cannot use the function \(name)",
                    "call the function by its global name, or pass its object as an argument"
                )
            case .coroutine: ("cannot use the coroutine \(name)", "create the coroutine inside the function")
            case .tooDeep: ("cannot use \(name): functions refer to each other too deeply", nil)
            case .tooLarge:
                (
                    "cannot be copied: the copies of all parallel functions exceed the memory limit of the scripts",
                    "a value that several parallel functions capture is copied for each of them"
                )
            case .unreadable: ("cannot be copied by this release of Lua", nil)
            }
        let start = fault.function.flatMap { $0 == fault.location ? nil : "the parallel function begins at \($0)" }
        return Diagnostic(
            .parallelCapture, "a parallel function \(message)", at: fault.location,
            hints: [hint, start].compactMap { $0 })
    }
}
