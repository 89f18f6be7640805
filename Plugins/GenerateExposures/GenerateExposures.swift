import Foundation
import PackagePlugin

/// `swift package generate-exposures [--target NAME]… [--check]`.
@main struct GenerateExposures: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var options = ArgumentExtractor(arguments)
        if options.extractFlag(named: "help") > 0 { return print(Self.help) }
        let names = options.extractOption(named: "target")
        let isCheck = options.extractFlag(named: "check") > 0
        if let surplus = options.remainingArguments.first {
            throw Mistake("unknown argument \"\(surplus)\"\n\(Self.help)")
        }
        let targets = try targets(named: names, of: context.package)
        let tool = try tool()
        var failed: Set<String> = []
        var targetsWithScripts = 0
        for target in targets {
            let others = targets.filter { $0.name != target.name }
            if let reason = target.directDependencies.first(where: { failed.contains($0.name) }) {
                print("\(target.name): skipped, because it depends on \(reason.name)")
                failed.insert(target.name)
                continue
            }
            // The modules that the sources import compile even if the sources do not.
            for module in target.directDependencies where module is any SourceModuleTarget { try build(module.name) }
            let scripts = try TargetScripts(of: target, in: context.package)
            let call =
                Self.arguments(context, target, others) + Self.arguments(scripts, target, context)
                + (isCheck ? ["--check"] : [])
            targetsWithScripts += scripts == nil ? 0 : 1
            if try !run(tool, call) { failed.insert(target.name) }
        }
        if names.isEmpty, targetsWithScripts == 0 { Self.reportUnusedScript(in: context.package) }
        if !failed.isEmpty {
            Diagnostics.error("generate-exposures failed for \(failed.sorted().joined(separator: ", "))")
        }
    }

    private static func arguments(
        _ context: PluginContext, _ target: SwiftSourceModuleTarget, _ others: [SwiftSourceModuleTarget]
    ) -> [String] {
        let modules = context.package.targets.compactMap { ($0 as? SwiftSourceModuleTarget)?.moduleName }
        return ["--work", context.pluginWorkDirectoryURL.path, "--package", context.package.directoryURL.path]
            + ["--manifest", manifest(of: context).path, "--target", target.moduleName, target.directoryURL.path]
            + others.flatMap { ["--other", $0.moduleName, $0.directoryURL.path] }
            + modules.flatMap { ["--module", $0] }
    }

    /// The scripts of a target, and the modules with exposures on which it depends.
    private static func arguments(
        _ scripts: TargetScripts?, _ target: SwiftSourceModuleTarget, _ context: PluginContext
    ) -> [String] {
        guard let scripts else { return [] }
        let users = TargetScripts.users(in: context.package).map(\.name)
        let exposing = target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }.filter {
            users.contains($0.name)
                && FileManager.default.fileExists(atPath: $0.directoryURL.appending(path: "Exposures.swift").path)
        }
        return scripts.scripts.flatMap { ["--script", $0.path] } + ["--types", scripts.types.path]
            + exposing.map(\.moduleName).sorted().flatMap { ["--exposing", $0] }
    }

    /// Nothing is generated from a script of which the target is not known.
    private static func reportUnusedScript(in package: Package) {
        let script = package.directoryURL.appending(path: "container.lua")
        guard FileManager.default.fileExists(atPath: script.path) else { return }
        print(
            "note: container.lua has no keys, because several targets depend on Moonwire: name the scripts of a target in "
                + #"Moonwire.json, as in { "App": ["container.lua"] }"#)
    }

    private static let help = """
        usage: swift package generate-exposures [--target NAME]… [--check]

        Writes Exposures.swift with the exposures of the types that conform to `Exposed` and have none. Without --target, it does so
        in each target that depends on Moonwire. With --check, it writes nothing and fails if a file is not up to date.

        For a target with scripts, it also writes Keys.swift with keys of the services and preferences, and a description of the types
        beside the scripts, for `moonwire check`. The scripts of a target are container.lua, or what Moonwire.json lists for it.
        """

    private struct Mistake: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    private func targets(named names: [String], of package: Package) throws -> [SwiftSourceModuleTarget] {
        let all = Self.sorted(package.targets).compactMap { $0 as? SwiftSourceModuleTarget }
            .filter { $0.kind == .generic || $0.kind == .executable }
        guard names.isEmpty else {
            if let unknown = names.first(where: { name in !all.contains { $0.name == name } }) {
                throw Mistake("no target \"\(unknown)\": the targets are \(all.map(\.name).joined(separator: ", "))")
            }
            return all.filter { names.contains($0.name) }
        }
        let users = all.filter { TargetScripts.users(in: package).map(\.name).contains($0.name) }
        guard !users.isEmpty else { throw Mistake("no target depends on Moonwire") }
        return users
    }

    /// The targets, each after those on which it depends.
    private static func sorted(_ targets: [any Target]) -> [any Target] {
        var seen: Set<String> = []
        var result: [any Target] = []
        func add(_ target: any Target) {
            guard seen.insert(target.id).inserted else { return }
            for dependency in target.directDependencies where targets.contains(where: { $0.id == dependency.id }) {
                add(dependency)
            }
            result.append(target)
        }
        for target in targets { add(target) }
        return result
    }

    private func build(_ module: String) throws {
        let result = try packageManager.build(
            .target(module), parameters: .init(configuration: .debug, logging: .concise))
        guard result.succeeded else { throw Mistake("\(result.logText)\n\(module) does not compile") }
    }

    /// The command that writes exposures, built with the modules of the application's own builds: a tool of which a plugin depends
    /// is built from modules of its own, which takes as long as Moonwire itself.
    private func tool() throws -> URL {
        let name = "moonwire-exposures"
        let result = try packageManager.build(
            .product(name), parameters: .init(configuration: .debug, logging: .concise))
        guard result.succeeded, let tool = result.builtArtifacts.first(where: { $0.url.lastPathComponent == name })
        else {
            throw Mistake("\(result.logText)\n\(name) does not compile")
        }
        return tool.url
    }

    /// The description of debug builds, in the folder in which the package manager keeps its files.
    private static func manifest(of context: PluginContext) -> URL {
        // plugins/NAME/outputs
        let scratch = context.pluginWorkDirectoryURL.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return scratch.appending(path: "debug.yaml")
    }

    private func run(_ tool: URL, _ arguments: [String]) throws -> Bool {
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

extension Target {
    fileprivate var directDependencies: [any Target] {
        dependencies.flatMap { dependency -> [any Target] in
            switch dependency {
            case .target(let target): [target]
            case .product(let product): product.targets
            @unknown default: []
            }
        }
    }
}
