import AlmanacParts
import Foundation
import Moonwire

/// Builds the site again whenever a page, a file beside it or a script changes.
struct SiteWatch {
    private enum Change {
        case pages
        case wiring(ReloadOutcome)
    }

    private let builder: Builder

    init(_ builder: Builder) {
        self.builder = builder
    }

    /// Goes on until the program is ended.
    func run() async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: Change.self)
        let reloads = builder.container.reloads
        let watch = try builder.container.watch()
        defer { watch.cancel() }
        Task { for await outcome in reloads { continuation.yield(.wiring(outcome)) } }
        Task { [folders = [builder.folder, Almanac.home + "/theme"]] in
            var known = FolderSnapshot(folders)
            while !Task.isCancelled {
                try await Task.sleep(for: Self.pace)
                let now = FolderSnapshot(folders)
                if now != known { continuation.yield(.pages) }
                known = now
            }
        }
        Terminal.say("watching \(builder.folder): edit a page, a template or container.lua, or end with Ctrl-C")
        for await change in changes { react(to: change) }
    }

    private func react(to change: Change) {
        do {
            if case .wiring(.refused(let error)) = change { throw error }
            try builder.build()
        } catch {
            Terminal.complain("\(Builder.message(of: error))\nthe site stays as it was")
        }
    }

    private static let pace = Duration.milliseconds(200)
}
