import LuaRuntime
import MoonwireCore
import MoonwireValues

/// The files that scripts include with options and that are running, outermost first.
struct IncludedModules {
    struct Entry {
        let module: FileModule
        /// The call of `include`, for faults in its table.
        let table: ScriptTable
        /// The options that it passes; nil if it passes none, or if the file has read them.
        var options: LuaTable?
        /// The number of hooks before the file.
        let hooks: Int
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var current: FileModule? { entries.last?.module }

    mutating func begin(_ entry: Entry) { entries.append(entry) }

    /// Removes the last entry.
    mutating func end() -> Entry? { entries.popLast() }

    /// The options for a file, which are read once; nil if no `include` passes any.
    mutating func takeOptions(of file: String) -> (table: LuaTable, include: ScriptTable)? {
        guard let number = entries.lastIndex(where: { $0.module.file == file }), let options = entries[number].options
        else { return nil }
        entries[number].options = nil
        return (options, entries[number].table)
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
        includedModules.begin(.init(module: module, table: table, options: options, hooks: output.layer.hooks.count))
    }

    /// Ends the modules whose files no longer run.
    func endModules(outside call: LuaCall?) {
        guard !includedModules.isEmpty else { return }
        let active = call.map { conditions.outerChunks + $0.activeChunks } ?? []
        while let module = module, !active.contains(module.file), let entry = includedModules.end() { finish(entry) }
    }

    private func finish(_ entry: IncludedModules.Entry) {
        let (module, table) = (entry.module, entry.table)
        for export in module.undefinedExports {
            table.report(
                { .exportsUnknown(export.name, of: module.file, known: module.definedNames, at: $0) },
                at: ["exports", "\(export.position + 1)"])
        }
        if entry.options != nil { table.report({ .takesNoOptions(module.file, at: $0) }, at: ["options"]) }
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
