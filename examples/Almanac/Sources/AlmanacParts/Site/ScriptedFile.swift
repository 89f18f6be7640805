import LuaRuntime
import Moonwire

/// A file that a function of a script writes: `text = function(site) return "" end`.
public final class ScriptedFile: SiteExtra, Exposed {
    private let path: String
    private let text: LuaFunction

    init(path: String, text: LuaFunction) {
        self.path = path
        self.text = text
    }

    public func files(for edition: Edition) throws -> [SiteFile] {
        do {
            return [SiteFile(path: path, text: try text.call(edition, as: String.self))]
        } catch {
            throw Problem.script("file \"\(path)\"", error, of: text, page: nil)
        }
    }
}
