import AlmanacParts
import Foundation
import Moonwire

/// Builds the site again whenever a page, a file beside it, or a script changes.
struct SiteWatch {
    private enum Change {
        case pages
        case wiring(ReloadOutcome)
    }

    private let builder: Builder

    init(_ builder: Builder) {
        self.builder = builder
    }

    /// Builds until the program is ended.
    func run() async throws -> Never {
        let (changes, continuation) = AsyncStream.makeStream(of: Change.self)
        let outcomes = builder.container.reloads()
        let watch = try builder.container.watch()
        // Created before the first build, so that no edit is missed meanwhile.
        let start = snapshot
        react(to: .pages)
        Terminal.say("watching \(builder.folder): edit a page, a template or container.lua, or end with Ctrl-C")
        Task { for await outcome in outcomes { continuation.yield(.wiring(outcome)) } }
        Task {
            var known = start
            while true {
                try await Task.sleep(for: Self.pace)
                let now = snapshot
                if now != known { continuation.yield(.pages) }
                known = now
            }
        }
        for await change in changes { react(to: change) }
        withExtendedLifetime(watch) {}
        throw CancellationError()
    }

    private var snapshot: FolderSnapshot { FolderSnapshot(builder.container, folder: builder.folder) }

    private func react(to change: Change) {
        do {
            if case .wiring(.refused(let error)) = change {
                builder.remarks.pass(over: builder.container)
                throw error
            }
            try builder.build()
        } catch {
            Terminal.complain("\(Builder.message(of: error))\nthe site stays as it was")
        }
    }

    private static let pace = Duration.milliseconds(200)
}
