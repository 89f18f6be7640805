import Foundation
import LuaRuntime
import Moonwire
import Testing

/// The table of script keys and words, compared with what scripts find and with the documentation.
@Suite struct ScriptKeyTests {
    private func names(_ context: ScriptKey.Context) -> [String] { ScriptKey.keys(of: context).map(\.name) }

    @Test(arguments: ScriptKey.Context.allCases) func keysOfATableAreUniqueAndDocumented(context: ScriptKey.Context) {
        let keys = ScriptKey.keys(of: context)
        #expect(!keys.isEmpty)
        #expect(Set(keys.map(\.name)).count == keys.count)
        #expect(keys.filter { $0.documentation.isEmpty || !$0.documentation.hasSuffix(".") }.map(\.name) == [])
    }

    /// Nobody can supply an inline service, and nobody but its owner refers to it.
    @Test func anInlineServiceHasTheKeysThatBuildIt() {
        #expect(Set(names(.inline)).isSubset(of: names(.service)))
        #expect(Set(names(.inline)).isDisjoint(with: ["synthetic", "tags", "parent", "public", "stop"]))
    }

    @Test func listOfWordsEqualsTheGlobalsOfAScript() throws {
        let globals = try ScriptGlobals().fields
        let libraries = Set(Interpreter.Profile.configuration.functions.map { String($0.prefix { $0 != "." }) })
        let found = globals.filter { !libraries.contains($0.key) && !["_G", "_VERSION"].contains($0.key) }
        let words = found.flatMap { name, fields in fields.isEmpty ? [name] : fields.map { "\(name).\($0)" } }
        // A table that can be called.
        #expect(Set(words).union(["pass"]) == Set(ScriptWord.all.map(\.name)))
        #expect(ScriptWord.all.allSatisfy { !$0.documentation.isEmpty })
    }

    @Test func everyListedKeyIsAcceptedInScripts() {
        for context in ScriptKey.Context.allCases {
            for key in names(context) {
                let text = message { _ = try wire(Self.script(context, key)) }
                #expect(!text.contains("there is no key"), "\(context): \(key)")
            }
            // The other names are those of arguments.
            if context == .optional { continue }
            #expect(message { _ = try wire(Self.script(context, "kye")) }.contains("there is no key \"kye\""))
        }
    }

    private static func script(_ context: ScriptKey.Context, _ key: String) -> String {
        let table = "{ [\"\(key)\"] = 1 }"
        return switch context {
        case .service: "service \"a\" \(table)"
        case .extension: "extend \"a\" \(table)"
        case .include: "include(\"container.lua\", \(table))"
        case .option: "options { a = \(table) }"
        case .optional: "local a = optional(\"a\", \(table))"
        case .alias: "alias \"a\" (\"b\", \(table))"
        case .pass: "pass(\"a\", function() end, \(table))"
        case .boundaries: "pass.boundaries \(table)"
        case .component: "pass.boundaries { components = { a = \(table) } }"
        case .standardPass: "pass.unused \(table)"
        case .decorator: "decorate \"a\" \(table)"
        case .inline: "local a = inline \(table)"
        case .defaults: "defaults \(table)"
        case .rule: "inject \(table)"
        case .preference: "preferences \"A\" { a = \(table) }"
        case .hook: "hook.created(\"a\", function() end, \(table))"
        case .tagged: "local a = tagged(\"a\", \(table))"
        case .binding: "bind \(table)"
        case .typed: "local a = typed(\"a\", \(table))"
        case .scope: "scopes { a = \(table) }"
        case .scenario: "scenario \"a\" \(table)"
        case .failure: "scenario \"a\" { fail = { a = \(table) } }"
        }
    }
}

/// The keys in the tables of the guides.
@Suite struct DocumentedKeyTests {
    /// The names in the first column of the tables of keys in a section of a guide.
    private func keys(_ guide: String, _ section: String) throws -> Set<String> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation")
        let text = try String(contentsOf: folder.appending(path: guide), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == "## \(section)" })
        let body = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
        var keys: Set<String> = []
        var isInTable = false
        for line in body {
            if line.hasPrefix("| key") { isInTable = true } else if !line.hasPrefix("|") { isInTable = false }
            guard isInTable, line.hasPrefix("| `") else { continue }
            let cell = line.dropFirst(2).prefix { $0 != "|" }
            keys.formUnion(cell.split(separator: "`").map(String.init).filter { $0.contains(where: \.isLetter) })
        }
        return keys
    }

    private func names(_ context: ScriptKey.Context) -> Set<String> { Set(ScriptKey.keys(of: context).map(\.name)) }

    @Test func everyTableOfKeysIsComplete() throws {
        #expect(try keys("Wiring.md", "A service") == names(.service))
        #expect(try keys("Wiring.md", "Decorators") == names(.decorator).subtracting(names(.service)))
        #expect(try keys("Wiring.md", "Tags") == names(.tagged))
        #expect(try keys("Wiring.md", "Services by type") == names(.typed).union(names(.binding)))
        #expect(try keys("Wiring.md", "Defaults of a file") == names(.defaults))
        #expect(try keys("Wiring.md", "Scopes") == names(.scope))
        #expect(try keys("Testing.md", "Scenarios") == names(.scenario))
        #expect(try keys("Running.md", "Hooks") == names(.hook))
        #expect(try keys("Running.md", "Slots") == names(.rule))
        #expect(try keys("Running.md", "Preferences") == names(.preference))
    }

    /// The guide lists the keys of a service that an extension does not have.
    @Test func anExtensionHasNotAllKeysOfAService() {
        #expect(names(.service).subtracting(names(.extension)) == ["synthetic", "parent", "abstract"])
    }

    /// The guide lists the keys of a service that a decorator does not have.
    @Test func aDecoratorHasNotAllKeysOfAService() {
        #expect(
            names(.service).subtracting(names(.decorator)) == ["synthetic", "lazy", "parent", "abstract", "deprecated"])
    }
}
