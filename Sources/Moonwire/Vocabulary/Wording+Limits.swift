import MoonwireCore
import MoonwireValues

// Sentences about what scripts may make the host read and keep.

extension Diagnostic {
    static func tooDeep(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.limitExceeded, "\(subject): tables are nested too deeply, or contain themselves", at: location)
    }

    /// Scripts that made the host hold more than it may.
    static func tooMuchMemory(limit: Int, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .limitExceeded, "the definitions of the scripts need more than \(limit) bytes", at: location,
            hints: ["`Limits.hostMemory` sets how much memory they may use"])
    }

    static func tooManyElements(_ subject: String, limit: Int, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .limitExceeded, "\(subject) has more than \(limit) elements", at: location,
            hints: ["`Limits.value.elements` sets how many it may have"])
    }

    static func sharedTooOften(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .limitExceeded,
            "\(subject) contains the same tables so often that reading them exceeded the script's instruction limit",
            at: location, hints: ["a table counts again with all of its elements wherever it is used"])
    }

    static func tooManyEnvironments(_ count: Int, limit: Int, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .limitExceeded, "environments expects at most \(limit) names, got \(count)", at: location,
            hints: ["`check` reads the scripts once for each environment"])
    }

    static func tooDeepParameter(_ name: String, limit: Int, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.limitExceeded, "parameter \"\(name)\" is nested more than \(limit) levels deep", at: location)
    }
}
