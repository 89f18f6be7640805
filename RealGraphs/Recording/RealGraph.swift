public import Moonwire

/// A graph whose scripts are in a folder, with what a container needs to load them.
public struct RealGraph: Sendable {
    /// The path of the main script, which includes the others.
    public let main: String
    /// The types that the scripts use.
    public let exposures: [Exposure]
    /// What the scripts express in another way or not at all, with the number of ids that it concerns; a line each.
    public let remarks: String

    /// Writes the scripts of the graph in a file of JSON to a folder.
    public init(of file: String, in folder: String) throws {
        let scripts = ScriptWriter.scripts(for: try Graph(file: file))
        try scripts.write(to: folder)
        main = "\(folder)/\(GeneratedScripts.main)"
        exposures = scripts.types.exposures()
        remarks = scripts.remarks.description
    }
}
