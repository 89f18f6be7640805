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

    public static let exposure = Exposure(ScriptedFile.self) {
        Initializer("path", "text", body: ScriptedFile.init)
        Provides { $0 as any SiteExtra }
    }

    public func files(for edition: Edition) throws -> [SiteFile] {
        do {
            return [SiteFile(path: path, text: try text.call(edition, as: String.self))]
        } catch {
            throw Problem.script("file \"\(path)\"", error, of: text, page: nil)
        }
    }
}
