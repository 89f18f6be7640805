import LuaRuntime
import Moonwire

extension Problem {
    /// An error of a script's function, with its line, and the page.
    ///
    /// An error on many pages has one line in a script; the page identifies the data that caused it.
    static func script(_ what: String, _ error: any Error, of function: LuaFunction, page: String?) -> Problem {
        let mistake = ScriptMistake(error)
        let place = mistake.location ?? function.definedAt
        return Problem(
            "\(what) failed: \(mistake.message)", in: place?.file ?? "script", line: place?.line,
            hints: mistake.hints + (page.map { ["for page \"\($0)\""] } ?? []))
    }
}

/// An error that a script throws, whatever its source.
private struct ScriptMistake {
    let message: String
    var location: ScriptLocation?
    var hints: [String] = []

    init(_ error: any Error) {
        switch error {
        case let error as LuaError:
            message = error.message
            location = error.location
        case let error as ContainerError:
            let first = error.diagnostics.first
            message = first?.message ?? "\(error)"
            location = first?.location
            let meant = (first?.suggestions ?? []).map { "\"\($0)\"" }.joined(separator: " or ")
            hints = (meant.isEmpty ? [] : ["did you mean \(meant)?"]) + (first?.hints ?? [])
        default: message = "\(error)"
        }
    }
}
