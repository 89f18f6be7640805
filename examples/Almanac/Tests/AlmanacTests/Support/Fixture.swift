import AlmanacParts
import Foundation
import Moonwire
import Synchronization

/// A folder of pages and its site, both in a temporary folder.
final class Fixture: Sendable {
    let root: String
    private let lines = Mutex("")

    init(_ files: [String: String] = [:]) throws {
        root =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "almanac-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
        for (path, text) in files { try write(path, text) }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    var pages: String { root + "/pages" }
    var output: String { root + "/site" }
    /// A script that tests add to container.lua.
    var script: String { root + "/test.lua" }
    /// The contents of the log.
    var log: String { lines.withLock { $0 } }

    func write(_ path: String, _ text: String) throws { try write(Data(text.utf8), to: pages + "/" + path) }

    func write(_ data: Data, to path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    /// The contents of a file of the site; nil if there is none.
    func site(_ path: String) -> String? {
        FileManager.default.contents(atPath: output + "/" + path).map { String(decoding: $0, as: UTF8.self) }
    }

    func container(_ script: String? = nil, environment: String = "prod") throws -> Container {
        var job = Job(folder: pages, output: output)
        job.environment = environment
        job.log = BuildLog { [weak self] text in self?.lines.withLock { $0 += text } }
        if let script {
            try write(Data(script.utf8), to: self.script)
            job.scripts.append(self.script)
        }
        return try Almanac.container(for: job)
    }

    /// Builds the site with an additional script.
    @discardableResult func build(_ script: String? = nil, environment: String = "prod") throws -> Publication {
        try container(script, environment: environment).resolve(.publication)
    }
}
