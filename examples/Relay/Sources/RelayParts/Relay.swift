import Foundation
import LuaRuntime
import Moonwire
import MoonwireConsole

/// The gateway's types, and the container that its scripts wire.
public enum Relay {
    /// The exposures of most types are generated; scripts do not create instances of the others.
    public static let types = Exposures.all

    /// The scripts of the package that has installed the program, or else those of this folder.
    public static var script: String {
        let installed = Bundle.main.executableURL?.resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "../../etc/relay/container.lua").standardized.path
        if let installed, FileManager.default.fileExists(atPath: installed) { return installed }
        return URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../container.lua").standardized.path
    }

    /// Creates the container, and the folder of the database and the preferences.
    ///
    /// Throws ``ContainerError`` with all faults of the scripts.
    public static func container(
        scripts: [String], data: String, environment: Container.Environment, variables: EnvironmentVariables = .process,
        log: Log
    ) throws -> Container {
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let activity = Activity()
        let container = try Container(
            scripts: scripts, types: types, environment: environment, variables: variables
        ) { services in
            register(&services, data: data)
            activity.count(in: &services)
        }
        log.follow { [weak container] in container?.generations.last(where: \.isCurrent)?.number }
        container.reloadCheck = .health
        let reloads = ReloadJournal(log: log)
        let outcomes = container.reloads()
        Task { for await outcome in outcomes { reloads.record(outcome) } }
        let diagnostics = container.diagnostics.updates()
        for diagnostic in container.diagnostics.entries { report(diagnostic, log) }
        Task { for await diagnostic in diagnostics { report(diagnostic, log) } }
        container.addObserver(activity)
        try container.supply(log, for: .log)
        try container.supply(activity, for: .activity)
        try container.supply(reloads, for: .reloads)
        return container
    }

    /// Logs warnings and faults, and each change that another process has made.
    private static func report(_ diagnostic: Diagnostic, _ log: Log) {
        if diagnostic.severity != .note || diagnostic.code == .attachedChange { log.write("\(diagnostic)") }
    }

    /// What commands that examine the scripts need as well.
    public static func register(_ services: inout Registrations, data: String) {
        services.setParameter("data", to: .text(data))
        services.registerStore(FileStore(path: data + "/preferences.plist"), named: "default")
        WiringRules.add(to: &services)
    }
}
