import Foundation
import PackagePlugin

/// Checks the scripts of a target when it is built, and again when one of them or the description of the types changes.
@main struct MoonwireCheck: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget,
            let scripts = try TargetScripts(of: target, in: context.package)
        else {
            Diagnostics.warning(
                "\(target.name) has no scripts to check: it has no container.lua, and Moonwire.json does not name any")
            return []
        }
        let stamp = context.pluginWorkDirectoryURL.appending(path: "\(target.name).checked")
        let arguments =
            ["check", "--format", "compiler", "--stamp", stamp.path, "--generated-types", scripts.types.path]
        return [
            .buildCommand(
                displayName: "Checking the scripts of \(target.name)",
                executable: try context.tool(named: "MoonwireTool").url,
                arguments: arguments + scripts.scripts.map(\.path), inputFiles: Self.inputs(of: scripts.scripts),
                outputFiles: [stamp])
        ]
    }

    /// The Lua files that scripts can include, which are in their folders, and these folders; not hidden files and those with another
    /// extension, because a package has many.
    ///
    /// A folder changes when a file is added, or replaced as `generate-exposures` replaces the description of the types. The package
    /// manager does not ask the plugin again then.
    private static func inputs(of scripts: [URL]) -> [URL] {
        var files = Set(scripts)
        for folder in Set(scripts.map { $0.deletingLastPathComponent() }) {
            files.insert(folder)
            let contents = FileManager.default.enumerator(
                at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
            while let file = contents?.nextObject() as? URL {
                guard file.pathExtension == "lua" else { continue }
                files.formUnion([file, file.deletingLastPathComponent()])
            }
        }
        return Set(files.map(\.standardizedFileURL.path)).sorted().map { URL(filePath: $0) }
    }
}
