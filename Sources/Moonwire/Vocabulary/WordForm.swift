import LuaRuntime
import MoonwireCore

/// The form of a word's calls.
struct WordForm {
    /// The largest number of arguments.
    let most: Int
    /// The call as hints show it, with `"id"` for the first argument.
    let usage: String
    /// Whether the word itself comes before the arguments, as it does for a token that is called.
    var receivesItself = false
    /// Whether a call returns a function for the rest: `service "id"`, and then `{ … }`.
    var isBegun = false

    init(_ most: Int, _ usage: String) {
        self.most = most
        self.usage = usage
    }

    /// A word such as `service "id"`, which returns a function for the rest.
    static func begun(_ usage: String) -> WordForm {
        var form = WordForm(1, usage)
        form.isBegun = true
        return form
    }

    /// A word that is a token, and so is the first argument of its calls.
    static func token(_ usage: String, most: Int = 1) -> WordForm {
        var form = WordForm(most, usage)
        form.receivesItself = true
        return form
    }

    /// Calls that the interpreter itself makes, with arguments that are not in any script.
    static let `internal` = WordForm(.max, "")

    /// The fault of a call with more arguments than the word takes; nil for any other call.
    func surplus(of name: String, in call: LuaCall) -> Diagnostic? {
        let first = receivesItself ? 1 : 0
        let given = call.count - first
        guard given > most else { return nil }
        var usage = usage
        if given > 0, let text = call.stack.text(at: call.position(first)), text.utf8.count <= 60 {
            usage = usage.replacing("\"id\"", with: "\"\(text)\"")
        }
        return .surplusArguments(name, most, given, usage, at: call.callSite)
    }
}
