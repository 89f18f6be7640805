import LuaRuntime
import MoonwireCore
import MoonwireSupport
import MoonwireValues

extension Word {
    /// `include "file.lua"`: runs another script in place, each time; the name is relative to the including file.
    ///
    /// `include("file.lua", { prefix = …, exports = …, options = … })` runs it as a module.
    static func include(_ evaluation: Evaluation) -> Word {
        Word("include", evaluation, WordForm(2, "include(\"id\", { … })")) { call in
            let name = try call.name(0, of: "include", "a file's name")
            let options = call.count > 1 ? IncludeOptions(of: name, call, evaluation) : nil
            let file = ScriptFile(word: "include", name: name, path: name, from: call, evaluation)
            let source = try file.text().source
            options?.begin(file.displayName, evaluation)
            return try call.load(source, name: file.displayName, cacheKey: nil)
        }
    }
}

/// The table after the name of a file: what makes the file a module.
private struct IncludeOptions {
    private let table: ScriptTable
    private var prefix = ""
    private var exports: [String]?
    private var options: LuaTable?

    init(of name: String, _ call: LuaCall, _ evaluation: Evaluation) {
        table = ScriptTable(
            evaluation: evaluation, stack: call.stack, key: "include", title: "include \"\(name)\"",
            origin: evaluation.origin(call))
        let position = call.position(1)
        guard position != 0, call.stack.luaType(at: position) == .table else {
            table.report({ .expectsTable(table.subject, orFunction: false, found: call.found(1), at: $0) }, at: [])
            return
        }
        table.forEachField(position, of: .include) { key, value in
            switch key.name {
            case "prefix": prefix = call.stack.text(at: value) ?? refusing(value, key) ?? ""
            case "exports": exports = names(value, key)
            default:
                if call.stack.luaType(at: value) == .table {
                    options = call.stack.table(at: value)
                } else {
                    table.refuse(value, key)
                }
            }
        }
    }

    func begin(_ file: String, _ evaluation: Evaluation) {
        let location = exports == nil ? table.origin.location : table.location(["exports"])
        let module = FileModule(
            file: file, prefix: prefix, exports: exports, within: evaluation.module, location: location)
        evaluation.begin(module, options: options, by: table)
    }

    private func refusing(_ position: Int, _ key: ScriptKey) -> String? {
        table.refuse(position, key)
        return nil
    }

    private func names(_ position: Int, _ key: ScriptKey) -> [String]? {
        guard table.stack.luaType(at: position) == .table else {
            table.refuse(position, key)
            return nil
        }
        let content = table.content(position, at: [key.name])
        if !content.fields.isEmpty { table.refuse("a map", key) }
        return content.elements.enumerated().compactMap { index, element in
            if case .value(.text(let name)) = element { return name }
            table.refuse(element.found, key, at: [key.name, "\(index + 1)"])
            return nil
        }
    }
}

/// A file that a script includes or requires.
struct ScriptFile {
    private let word: String
    private let name: String
    private let folder: String
    private let path: String
    private let location: ScriptLocation?
    private let root: ScriptRoot?
    private let chunks: [String]
    private let evaluation: Evaluation
    private let stack: LuaStack

    /// Includes the file at `path`, which is relative to the file that contains the call.
    init(word: String, name: String, path: String, from call: LuaCall, _ evaluation: Evaluation, folder: String? = nil)
    {
        self.word = word
        self.name = name
        self.path = path
        self.evaluation = evaluation
        stack = call.stack
        location = call.callSite
        let caller = location?.file ?? ""
        root = evaluation.root(of: caller)
        self.folder = folder ?? root?.folder(ofScript: caller) ?? ScriptRoot.folder(of: caller)
        chunks = evaluation.conditions.outerChunks + call.activeChunks
    }

    /// The name as messages show it, and as the file's own includes count from.
    var displayName: String { folder.isEmpty ? path : folder + "/" + path }

    /// Reads the file; throws ``ContainerError`` for one that is missing, is outside the root, or is running already.
    func text() throws -> ScriptText {
        if let first = chunks.firstIndex(of: displayName) {
            throw ContainerError(.includeCycle(word, name, Array(chunks[first...]) + [displayName], at: location))
        }
        guard let root else {
            throw ContainerError(.unreadableFile(word, name, path: displayName, .missing, nil, at: location))
        }
        do throws(FileRefusal) {
            let file = try root.read(path, in: folder)
            // A script may read the same file again and again.
            _ = stack.spend(Int64((file.text?.utf8.count ?? 0) / ReadingCosts.bytesPerInstruction))
            let text = ScriptText(try evaluation.content(of: file, name: displayName))
            evaluation.admit(text, name: displayName, root: root)
            return text
        } catch {
            let search = error == .missing ? search(in: root) : nil
            throw ContainerError(.unreadableFile(word, name, path: displayName, error, search, at: location))
        }
    }

    private func search(in root: ScriptRoot) -> MissingFile {
        _ = stack.spend(Self.instructionsOfSearch)
        return root.search(for: path, in: folder) { found in
            let folder = ScriptRoot.folder(of: path)
            let whole = folder.isEmpty ? found : folder + "/" + found
            return path == name ? whole : String(whole.dropLast(".lua".count)).replacing("/", with: ".")
        }
    }

    /// What it costs to look for files with similar names: a script may catch the error, and try again.
    private static let instructionsOfSearch: Int64 = 50_000
}
