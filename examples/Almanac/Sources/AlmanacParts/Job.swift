import Moonwire
import MoonwireObjects

/// The pages of a site, and the scripts that build it.
public struct Job: Sendable {
    public var folder: String
    public var output: String
    /// ``Almanac/script`` and the scripts that override it.
    public var scripts: [String] = [Almanac.script]
    public var environment = "prod"
    public var log = BuildLog()

    public init(folder: String, output: String) {
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        self.output = output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
    }

    /// The same work on another folder.
    public init(folder: String, output: String, like other: Job) {
        self.init(folder: folder, output: output)
        scripts = other.scripts
        environment = other.environment
        log = other.log
    }

    /// The parameters that the program itself sets, and the words of its scripts.
    public func register(_ services: inout Registrations) {
        let log = log
        services.addObjects()
        services.register("log") { _ in log }
        services.setParameter("folder", to: .text(folder))
        services.setParameter("output", to: .text(output))
        services.setParameter("home", to: .text(Almanac.home))
        services.registerStore(PreferenceFile(in: folder), named: "default")
    }
}
