import Foundation
import Moonwire
import MoonwireObjects

/// A folder with one script.
final class Scratch {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "moonwire-objects-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var script: String { folder.appending(path: "container.lua").path(percentEncoded: false) }

    func write(_ text: String) throws { try text.write(toFile: script, atomically: true, encoding: .utf8) }

    func container() throws -> Container {
        try Container(
            scripts: [script], types: [Mailer.self, FastMailer.self, Price.self, Formula.self], environment: .test
        ) { $0.addObjects() }
    }
}
