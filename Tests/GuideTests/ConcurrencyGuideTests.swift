import Foundation
import Moonwire
import Testing

private final class Draft: Exposed {
    var text = ""

    static let exposure = Exposure(Draft.self) {
        Initializer { Draft() }
        Property("text", \.text)
    }
}

private final class Editor: Exposed {
    let draft: Draft
    let preview: Preview

    init(draft: Draft, preview: Preview) {
        self.draft = draft
        self.preview = preview
    }

    static let exposure = Exposure(Editor.self) {
        Initializer("draft", "preview", body: Editor.init)
    }
}

private final class Preview: Exposed {
    let draft: Draft

    init(draft: Draft) { self.draft = draft }

    static let exposure = Exposure(Preview.self) {
        Initializer("draft", body: Preview.init)
    }
}

struct FixedClock: Exposed, Sendable {
    let hour: Int

    static let exposure = Exposure(FixedClock.self) {
        Initializer("hour") { FixedClock(hour: $0) }
    }
}

actor Database: Exposed {
    let path: String

    init(path: String) async throws {
        try await Task.sleep(for: .milliseconds(1))
        self.path = path
    }

    static let exposure = Exposure(Database.self) {
        Initializer("path") { try await Database(path: $0) }
        Property("path", get: { $0.path })
    }
}

final class FeedList: Exposed, Sendable {
    let database: Database

    init(database: Database) { self.database = database }

    static let exposure = Exposure(FeedList.self) {
        Initializer("database", body: FeedList.init)
    }
}

private actor Cache: Exposed {
    @Injected var clock: FixedClock

    func hour() -> Int { clock.hour }

    static let exposure = Exposure(Cache.self) {
        Initializer { Cache() }
    }
}

/// The code of `Documentation/Concurrency.md`, word for word.
@Suite struct ConcurrencyGuideTests {
    @MainActor final class Dashboard {
        @Injected var clock: FixedClock
        @Injected("database") var database: Database
    }

    private static let drafts = #"""
        service "draft"   { type = "Draft", scope = "graph" }
        service "preview" { type = "Preview", scope = "transient", args = { draft = ref "draft" } }
        service "editor"  { type = "Editor", scope = "transient", args = { draft = ref "draft", preview = ref "preview" } }
        """#

    private static let clock = #"service "clock" { type = "FixedClock", args = { hour = 9 } }"#

    private static let database = #"""
        parameters { path = "feeds.sqlite" }

        service "database" { type = "Database", args = { path = "%path%" } }
        service "feeds"    { type = "FeedList", args = { database = ref "database" } }
        """#

    private let guide: Guide

    init() throws {
        guide = try Guide("Documentation/Concurrency.md")
    }

    private func container(_ script: String) throws -> Container {
        try Container(
            text: script,
            types: [
                Draft.self, Editor.self, Preview.self, FixedClock.self, Database.self, FeedList.self, Cache.self,
            ],
            environment: .dev)
    }

    @Test func graphs() throws {
        let print = Printer()
        let container = try container(Self.drafts)
        let first = try container.resolve("editor", as: Editor.self)
        let second = try container.resolve("editor", as: Editor.self)
        print(first.draft === first.preview.draft, first.draft === second.draft)  // true false
        #expect(print.lines == ["true false"])
    }

    @Test func scopes() throws {
        let error = #expect(throws: ContainerError.self) {
            try container(Self.drafts.replacing(#", scope = "graph""#, with: ""))
        }
        #expect(try guide.output(1) == error.map { "\($0)" })
    }

    @Test func tasks() async throws {
        let print = Printer()
        let container = try container(Self.clock)
        try await container.withOverrides { services in
            services.override("clock") { _ in FixedClock(hour: 12) }
        } operation: {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...4 { group.addTask { try await container.resolve("clock", as: FixedClock.self).hour } }
                for try await hour in group { print(hour) }  // 12, four times
            }
            let outside = Task.detached { try await container.resolve("clock", as: FixedClock.self).hour }
            print(try await outside.value)  // 9
        }
        #expect(print.lines == ["12", "12", "12", "12", "9"])
    }

    @Test func asynchronousConstruction() async throws {
        let container = try container(Self.database)
        let feeds = try await container.resolve("feeds", as: FeedList.self)
        #expect(feeds.database.path == "feeds.sqlite")
    }

    @Test func synchronousResolve() throws {
        let container = try container(Self.database)
        let error = #expect(throws: ContainerError.self) { try container.resolve("feeds", as: FeedList.self) }
        #expect(try guide.output(2) == error.map { "\($0)" })
    }

    @Test func asynchronousFactories() async throws {
        let script = Self.database
        let container = try Container(text: script, types: [Database.self, FeedList.self], environment: .dev) {
            services in
            services.register("backup") { resolver in
                let database = try await resolver.resolve("database", as: Database.self)
                return try await Database(path: "copy of \(database.path)")
            }
        }
        #expect(try await container.resolve("backup", as: Database.self).path == "copy of feeds.sqlite")
    }

    @MainActor @Test func mainActorSlots() async throws {
        let container = try container(Self.clock + "\n" + Self.database)
        _ = try await container.resolve("database", as: Database.self)
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.clock.hour == 9)
        #expect(dashboard.database.path == "feeds.sqlite")
    }

    @MainActor @Test func injectionElsewhereIsAnError() async throws {
        let container = try Container(text: Self.clock, types: [FixedClock.self], environment: .dev) { services in
            services.registerOwner(Dashboard.self, isolation: MainActor.self)
        }
        let dashboard = Dashboard()
        let failure = await Task.detached {
            #expect(throws: ContainerError.self) { try container.inject(into: dashboard) }
        }.value
        #expect(try guide.output(3) == failure.map { "\($0)" })
    }

    @Test func actorSlots() async throws {
        let container = try container(
            Self.clock + "\n" + #"""
                service "cache" { type = "Cache" }
                """#)
        #expect(try await container.resolve("cache", as: Cache.self).hour() == 9)
    }
}
