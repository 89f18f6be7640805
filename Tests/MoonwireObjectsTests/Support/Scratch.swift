import Foundation
import Moonwire
import MoonwireObjects

/// A folder with scripts.
final class Scratch: Sendable {
    private let folder: URL
    private let types: [any Exposed.Type]

    init(types: [any Exposed.Type] = [Mailer.self, FastMailer.self, Price.self, Formula.self]) throws {
        self.types = types
        folder = FileManager.default.temporaryDirectory.appending(path: "moonwire-objects-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    func write(_ text: String, to name: String = "container.lua") throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func container(_ register: (inout Registrations) throws -> Void = { _ in }) throws -> Container {
        try Container(scripts: [path("container.lua")], types: types, environment: .test) {
            $0.addObjects()
            try register(&$0)
        }
    }
}
