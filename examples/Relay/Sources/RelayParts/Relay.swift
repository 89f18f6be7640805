import Foundation
import LuaRuntime
import Moonwire
import MoonwireConsole
import MoonwireObjects
import MoonwireRedis

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
    /// The preferences are on a Redis server if `RELAY_REDIS` is the address of one. Throws ``ContainerError`` with all faults of the
    /// scripts, and ``RedisError`` if the server cannot be used.
    public static func container(
        scripts: [String], data: String, environment: Container.Environment, variables: EnvironmentVariables = .process,
        log: Log
    ) throws -> Container {
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let activity = Activity()
        let server = try variables["RELAY_REDIS"].flatMap { try $0.isEmpty ? nil : PreferenceServer($0) }
        let shared = try server.map { try RedisStore(at: $0.server, hash: PreferenceServer.hash) { _ in } }
        let container = try Container(
            scripts: scripts, types: types, environment: environment, variables: variables
        ) { services in
            register(&services, data: data, preferences: shared)
            activity.count(in: &services)
        }
        log.follow { [weak container] in container?.generations.last(where: \.isCurrent)?.number }
        container.reloadCheck = .health
        let reloads = ReloadJournal(log: log)
        let outcomes = container.reloads()
        Task { for await outcome in outcomes { reloads.record(outcome) } }
        let diagnostics = container.diagnostics.updates()
        shared?.report(to: container.diagnostics)
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

    /// What commands that examine the scripts need as well; the preferences are in the folder of the data if no store is given.
    public static func register(
        _ services: inout Registrations, data: String, preferences: (any PreferenceStore)? = nil
    ) {
        services.addObjects()
        services.setParameter("data", to: .text(data))
        services.registerStore(preferences ?? FileStore(path: data + "/preferences.plist"), named: "default")
        WiringRules.add(to: &services)
    }
}
