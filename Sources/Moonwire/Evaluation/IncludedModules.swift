import LuaRuntime
import MoonwireCore
import MoonwireValues

/// The files that scripts include as modules and that are running, with those that they require, outermost first.
struct IncludedModules {
    struct Entry {
        /// The name of the file in messages.
        let file: String
        /// What `include` makes of the file; nil for one that is required.
        var inclusion: Inclusion?
    }

    struct Inclusion {
        let module: FileModule
        /// The call of `include`, for faults in its table.
        let table: ScriptTable
        /// The options that it passes; nil if it passes none, or if the file has read them.
        var options: LuaTable?
        /// The number of definitions before the file.
        let definitions: Int
        /// The number of hooks before the file.
        let hooks: Int
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var current: FileModule? { entries.last?.inclusion?.module }

    mutating func begin(_ entry: Entry) { entries.append(entry) }

    /// Removes the last entry.
    mutating func end() -> Entry? { entries.popLast() }

    /// The options for a file, which are read once; nil if no `include` passes any.
    mutating func takeOptions(of file: String) -> (table: LuaTable, include: ScriptTable)? {
        guard let number = entries.lastIndex(where: { $0.file == file }), let inclusion = entries[number].inclusion,
            let options = inclusion.options
        else { return nil }
        entries[number].inclusion?.options = nil
        return (options, inclusion.table)
    }
}

extension Evaluation {
    /// The module of the file that runs; nil for most.
    var module: FileModule? { includedModules.current }

    /// The whole id of what the running file defines.
    func defining(_ id: String) -> String { module?.define(id) ?? id }

    /// Begins to run a file as a module.
    func begin(_ module: FileModule, options: LuaTable?, by table: ScriptTable) {
        costs.add(bytes: ReadingCosts.Bytes.definition + module.file.utf8.count)
        let inclusion = IncludedModules.Inclusion(
            module: module, table: table, options: options, definitions: output.layer.definitions.count,
            hooks: output.layer.hooks.count)
        includedModules.begin(.init(file: module.file, inclusion: inclusion))
    }

    /// Begins to run a file that is required: it runs once for all, and so it belongs to no module.
    func beginRequired(_ file: String) {
        if module != nil { includedModules.begin(.init(file: file)) }
    }

    /// Ends the modules whose files no longer run.
    func endModules(outside call: LuaCall?) {
        guard !includedModules.isEmpty else { return }
        let active = call.map { conditions.outerChunks + $0.activeChunks } ?? []
        while let entry = includedModules.entries.last, !active.contains(entry.file) {
            _ = includedModules.end()
            if let inclusion = entry.inclusion { finish(inclusion) }
        }
    }

    private func finish(_ entry: IncludedModules.Inclusion) {
        let (module, table) = (entry.module, entry.table)
        for export in module.undefinedExports {
            table.report(
                { .exportsUnknown(export.name, of: module.file, known: module.definedNames, at: $0) },
                at: ["exports", "\(export.position + 1)"])
        }
        if entry.options != nil { table.report({ .takesNoOptions(module.file, at: $0) }, at: ["options"]) }
        // What extends a service above its definition refers to it, and not to one of another file.
        for index in entry.definitions..<max(entry.definitions, output.layer.definitions.count) {
            let change = output.layer.definitions[index]
            guard change.precedence == .extends, change.module === module else { continue }
            output.layer.definitions[index].id = module.id(of: change.writtenAs ?? change.id)
        }
        for index in entry.hooks..<max(entry.hooks, output.layer.hooks.count) {
            output.layer.hooks[index] = output.layer.hooks[index].in(module)
        }
    }
}

extension Hook {
    /// The hook with the whole id of its service, if it names one of the file.
    fileprivate func `in`(_ module: FileModule) -> Hook {
        guard event.isAboutServices, let target, target.isExact else { return self }
        let id = module.id(of: target.text)
        if id == target.text { return self }
        return Hook(
            event, HookTarget(id, isExact: true), priority: priority, isOnce: isOnce, origin: origin, function: function
        )
    }
}
