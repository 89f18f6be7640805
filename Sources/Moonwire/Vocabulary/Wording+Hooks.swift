import MoonwireCore
import MoonwireValues

// Sentences about calls of `hook.EVENT` and the results of hooks.

extension Diagnostic {
    static func hookWithoutTarget(_ word: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "\(word) concerns the container as a whole and takes no target", at: location,
            hints: ["write `\(word)(function(plan) … end)`"])
    }

    static func returnedFromBuildingHook(_ found: String) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "the function returned \(found), which has no effect", at: nil,
            hints: ["`error(\"reason\")` prevents the build"])
    }

    static func returnedTokenFromHook() -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "a hook returned a reference instead of an object", at: nil,
            hints: ["return `info.get(\"id\")`"])
    }
}
