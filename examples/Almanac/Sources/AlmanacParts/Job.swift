import Moonwire

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

    /// The parameters that the program itself sets.
    public func register(_ swift: inout Registrations) {
        let log = log
        swift.register("log") { _ in log }
        swift.parameter("folder", .text(folder))
        swift.parameter("output", .text(output))
        swift.parameter("home", .text(Almanac.home))
        swift.store("default", PreferenceFile(in: folder))
    }
}
