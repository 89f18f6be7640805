import LuaRuntime
import Moonwire

/// Changes the HTML of a page before its template receives it; processors run one after another.
public protocol PageProcessor: Sendable {
    func process(_ html: String, page: Page) throws -> String
}

/// A processor written in a script: `apply = function(html, page) return html end`.
public final class ScriptedProcessor: PageProcessor, Exposed {
    private let apply: LuaFunction

    init(apply: LuaFunction) {
        self.apply = apply
    }

    public func process(_ html: String, page: Page) throws -> String {
        do {
            return try apply.call(html, page, as: String.self)
        } catch {
            throw Problem.script("a processor", error, of: apply, page: page.file)
        }
    }
}
