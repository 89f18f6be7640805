import LuaRuntime
import Moonwire

/// The template functions of a script, by the names in pages.
public final class Templates: Sendable, Exposed {
    private let functions: [String: LuaFunction]

    init(functions: [String: LuaFunction]) {
        self.functions = functions
    }

    /// Throws ``Problem`` for a template that does not exist, and for one that fails.
    func document(_ page: SitePage, of edition: Edition) throws -> String {
        let file = page.source?.file ?? page.address
        guard let function = functions[page.template] else {
            throw Problem.unknownTemplate(
                page.template, in: file, line: page.source?.head.lines["template"], among: Array(functions.keys))
        }
        do {
            let markup = try function.call(page, edition, as: Markup.self)
            return "<!doctype html>\n\(markup.text)\n"
        } catch {
            throw Problem.script("template \"\(page.template)\"", error, of: function, page: file)
        }
    }
}
