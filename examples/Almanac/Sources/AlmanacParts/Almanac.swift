import Foundation
import LuaRuntime
import Moonwire

/// The generator's types, and the container that its script wires.
public enum Almanac {
    /// Those of most types are generated; the others have names of their own for scripts.
    public static let types = Exposures.all

    /// The script of the program, as messages name it.
    public static var script: String {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../container.lua")
            .standardized.path
        let here = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    }

    /// The folder of that script, with the theme and the templates.
    public static var home: String {
        let folder = SitePath.folder(of: script)
        return folder.isEmpty ? "." : folder
    }

    /// Creates the container for one site; throws ``ContainerError`` with all faults of the scripts.
    public static func container(for job: Job) throws -> Container {
        try Container(
            scripts: job.scripts, types: types, environment: Container.Environment(job.environment),
            limits: .init(instructions: 100_000_000), register: job.register)
    }
}
