import Foundation
import LuaRuntime
import Moonwire
import Synchronization
import TestSupport
import Testing

/// Containers that are created from text and from URLs, with every option.
@Suite struct ContainerSourceTests {
    private let folder = Scratch()

    private static let engine = #"service "engine" { type = "Engine", args = { brand = "%brand%" } }"#

    @Test func textTakesEveryOption() throws {
        try folder.write(#"parameters { brand = env.string("BRAND") }"#, "parts/brand.lua")
        let container = try Container(
            text: """
                require "brand"
                when("test", function() service "label" { type = "Label", args = { text = "tested" } } end)
                \(Self.engine)
                """,
            named: "inline", types: [Engine.self], exposures: [Label.exposure], environment: .test,
            root: folder.path("parts"), variables: EnvironmentVariables { $0 == "BRAND" ? "Rover" : nil },
            limits: .init(), slowWait: .seconds(1)
        ) { services in
            services.register("number") { _ in 4 }
        }
        #expect(try container.resolve("engine", as: Engine.self).brand == "Rover")
        #expect(try container.resolve("label", as: Label.self).text == "tested")
        #expect(try container.resolve("number", as: Int.self) == 4)
    }

    @Test(arguments: [nil, "inline"]) func textIncludesFilesOfItsRoot(_ name: String?) throws {
        try folder.write("include \"nested/brand.lua\"", "parts/first.lua")
        try folder.write("parameters { brand = \"Rover\" }", "parts/nested/brand.lua")
        let text = "include \"first.lua\"\n" + Self.engine
        let container = try Container(
            text: text, named: name ?? "container.lua", types: [Engine.self], environment: .test,
            root: folder.path("parts"))
        #expect(try container.resolve("engine", as: Engine.self).brand == "Rover")
    }

    @Test(arguments: [(nil, "container.lua"), ("inline", "inline")])
    func messagesNameTheText(_ name: String?, _ shown: String) throws {
        let text = "\n" + Self.engine
        let error = #expect(throws: ContainerError.self) {
            if let name {
                try Container(text: text, named: name, types: [Engine.self], environment: .dev)
            } else {
                try Container(text: text, types: [Engine.self], environment: .dev)
            }
        }
        #expect(
            error?.description
                == "\(shown):2: service \"engine\": argument \"brand\" refers to parameter \"brand\", which is not defined"
        )
    }

    @Test func textIsLimited() throws {
        var limits = Interpreter.Limits()
        limits.instructions = 10_000
        let error = #expect(throws: ContainerError.self) {
            try Container(text: "while true do end", environment: .dev, limits: limits)
        }
        #expect(error?.description.hasPrefix("container.lua:1: ") == true)
    }

    /// The path of a URL is decoded, and later scripts override earlier ones.
    @Test func filesAreReadByTheirURLs() throws {
        try folder.write(#"parameters { brand = "first" }"# + "\n" + Self.engine, "my scripts/größe 1.lua")
        try folder.write(#"parameters { brand = "second" }"#, "my scripts/2.lua")
        let urls = ["my scripts/größe 1.lua", "my scripts/2.lua"].map { URL(filePath: folder.path($0)) }
        let container = try Container(scripts: urls, types: [Engine.self], environment: .dev)
        #expect(try container.resolve("engine", as: Engine.self).brand == "second")
    }

    @Test func messagesNameTheFileOfAURL() throws {
        try folder.write("servce \"engine\" {}", "a b.lua")
        let error = #expect(throws: ContainerError.self) {
            try Container(scripts: [URL(filePath: folder.path("a b.lua"))], environment: .dev)
        }
        #expect(error?.description.hasPrefix("\(folder.path("a b.lua")):1: ") == true)
    }

    @Test func aURLIsTheRootOfRequiredFiles() throws {
        try folder.write("require \"shared.brand\"\n" + Self.engine, "app/container.lua")
        try folder.write(#"parameters { brand = "Rover" }"#, "shared/brand.lua")
        let script = URL(filePath: folder.path("app/container.lua"))
        #expect(throws: ContainerError.self) {
            try Container(scripts: [script], types: [Engine.self], environment: .dev)
        }
        let root = URL(filePath: folder.path(""), directoryHint: .isDirectory)
        let container = try Container(scripts: [script], types: [Engine.self], environment: .dev, root: root)
        #expect(try container.resolve("engine", as: Engine.self).brand == "Rover")
    }

    /// Times below a second count.
    @Test(arguments: [Duration.milliseconds(20), .microseconds(500), .seconds(3600)])
    func aSlowWaitIsReported(_ slowWait: Duration) async throws {
        let (isBuilding, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let container = try Container(text: "", environment: .dev, slowWait: slowWait) { services in
            services.register("number") { _ in
                isBuilding.signal()
                go.wait()
                return 4
            }
        }
        let isShort = slowWait < .seconds(1)
        var reports = container.diagnostics.updates().makeAsyncIterator()
        // Threads, because a task that blocks could occupy the last thread of the tests.
        let threads = (0..<2).map { number in
            TestThread {
                if number == 1 { isBuilding.wait() }
                _ = try? container.resolve("number", as: Int.self)
            }
        }
        if isShort { #expect(await reports.next()?.code == .slowWait) }
        go.signal()
        for thread in threads { thread.join() }
        #expect(container.diagnostics.entries.map(\.code) == (isShort ? [.slowWait] : []))
    }
}

/// Preferences that are read and set by typed keys.
@Suite struct PreferenceKeyTests {
    private let container: Container

    init() throws {
        container = try Container(
            text: #"preferences "Settings" { volume = { default = 5, min = 0, max = 10 } }"#, environment: .dev
        ) { services in
            services.registerStore(MemoryStore(), named: "default")
        }
    }

    @Test func aKeyReadsSetsAndResets() throws {
        let preferences = container.preferences
        #expect(try preferences.get(.volume) == 5)
        try preferences.set(.volume, to: 7)
        #expect(try preferences.get(.volume) == 7)
        #expect(try preferences.get("Settings.volume", as: Int.self) == 7)
        try preferences.reset(.volume)
        #expect(try preferences.get(.volume) == 5)
    }

    @Test func aKeyFollowsTheRules() throws {
        let error = #expect(throws: ContainerError.self) { try container.preferences.set(.volume, to: 11) }
        #expect(
            error?.description
                == "container.lua:1: preference \"Settings.volume\" expects an integer from 0 to 10, got the integer 11"
        )
        #expect(try container.preferences.get(.volume) == 5)
    }

    @Test func aKeyOfAnotherTypeOrNameThrows() throws {
        let preferences = container.preferences
        let type = #expect(throws: ContainerError.self) {
            try preferences.get(Preferences.Key<Bool>("Settings.volume"))
        }
        #expect(
            type?.description
                == "container.lua:1: preference \"Settings.volume\" cannot be read as Bool: it expects a Boolean, got the "
                + "integer 5")
        let name = #expect(throws: ContainerError.self) { try preferences.get(Preferences.Key<Int>("Settings.volme")) }
        #expect(name?.diagnostics[0].suggestions == ["Settings.volume"])
        #expect(throws: ContainerError.self) { try preferences.set(Preferences.Key<Int>("Settings.volme"), to: 1) }
        #expect(throws: ContainerError.self) { try preferences.reset(Preferences.Key<Int>("Settings.volme")) }
    }

    @Test func keysAreEqualByName() {
        #expect(Preferences.Key<Int>("Settings.volume") == .volume)
        #expect(Set([Preferences.Key<Int>.volume, .volume, .init("Settings.other")]).count == 2)
    }
}

extension Preferences.Key<Int> { fileprivate static let volume = Self("Settings.volume") }

private struct Label: Sendable {
    let text: String

    static let exposure = Exposure(Label.self) { Initializer("text") { Label(text: $0) } }
}
