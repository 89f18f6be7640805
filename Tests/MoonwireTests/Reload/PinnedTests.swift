import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// `reload = "pinned"`: a reload that would replace the instance is refused.
@Suite struct PinnedTests {
    private static func line(_ name: String, end: String = "end", _ rest: String = #"reload = "pinned""#) -> String {
        """
        service "end" { type = "Station", args = { name = "\(end)" } }
        service "a" { type = "Station", args = { name = "\(name)", next = ref "end" }, \(rest) }
        """
    }

    private func refusal(_ living: Living, of text: String) throws -> String {
        try living.edit(text)
        let error = #expect(throws: ContainerError.self) { try living.container.reload() }
        return error.map { living.readable("\($0)") } ?? ""
    }

    @Test func changeIsRefused() throws {
        let living = try Living(Self.line("a"))
        let instance = try living.station("a")
        let error = try refusal(living, of: Self.line("b"))
        #expect(
            error == """
                container.lua:2: service "a" is pinned, and cannot be replaced by a reload: it has changed
                    undo the change, restart the program, or remove `reload = "pinned"`
                """)
        #expect(throws: ContainerError.self) { try living.container.reloadPlan() }
        #expect(try living.station("a") === instance)
        #expect(living.container.refusedReload?.cause == .scripts)
        try living.reload(Self.line("a"))
        #expect(try living.station("a") === instance)
    }

    @Test func changeOfADependencyIsRefused() throws {
        let living = try Living(Self.line("a"))
        _ = try living.station("a")
        let error = try refusal(living, of: Self.line("a", end: "terminus"))
        #expect(
            error == """
                container.lua:2: service "a" is pinned, and cannot be replaced by a reload: service "end" has changed
                    needed by a -> end
                    undo the change, restart the program, or remove `reload = "pinned"`
                """)
    }

    @Test func removalIsRefused() throws {
        let living = try Living(Self.line("a"))
        _ = try living.station("a")
        let error = try refusal(living, of: "")
        #expect(
            error == """
                container.lua:2: service "a" is pinned, and cannot be replaced by a reload: it is no longer defined
                    undo the change, restart the program, or remove `reload = "pinned"`
                """)
    }

    @Test func functionAndRebuildAreReasons() throws {
        let text = """
            service "f" { reload = "pinned", factory = function() return 1 end }
            service "r" { type = "Station", args = { name = "r" }, reload = "rebuild" }
            service "a" { type = "Station", args = { name = "a", next = ref "r" }, reload = "pinned" }
            """
        let living = try Living(text)
        _ = (try living.container.resolve("f", as: Int.self), try living.station("a"))
        let error = try refusal(living, of: text + "\n-- edited")
        #expect(
            error == """
                container.lua:1: service "f" is pinned, and cannot be replaced by a reload: a file of the functions that build it \
                has changed
                    undo the change, restart the program, or remove `reload = "pinned"`
                container.lua:3: service "a" is pinned, and cannot be replaced by a reload: service "r" is rebuilt by each reload
                    needed by a -> r
                    undo the change, restart the program, or remove `reload = "pinned"`
                """)
    }

    /// There is nothing to protect before the first resolve.
    @Test func definitionWithoutAnInstanceCanChange() throws {
        let living = try Living(Self.line("a"))
        try living.reload(Self.line("b"))
        #expect(try living.station("a").name == "b")
    }

    @Test(arguments: ["", #"reload = "drain", stop = "close""#]) func pinCanBeLifted(rest: String) throws {
        let living = try Living(Self.line("a"))
        _ = try living.station("a")
        try living.reload(Self.line("b", rest))
        #expect(try living.station("a").name == "b")
    }

    @Test func aliasDoesNotLiftThePin() throws {
        let living = try Living(Self.line("a"))
        _ = try living.station("a")
        let text = #"service "end" { type = "Station", args = { name = "end" } }"# + "\n" + #"alias "a" "end""#
        let error = try refusal(living, of: "\n" + text)
        #expect(error.hasPrefix(#"container.lua:3: service "a" is pinned, and cannot be replaced"#), "\(error)")
    }

    /// The new decorator gets the id of the one that is pinned.
    @Test func decoratorDoesNotLiftThePin() throws {
        let text = """
            service "a" { type = "Station", args = { name = "a" } }
            decorate "a" { type = "Station", args = { name = "outer", next = inner }, reload = "pinned" }
            """
        let living = try Living(text)
        _ = try living.station("a")
        let other = "\n" + #"decorate "a" { type = "Station", args = { name = "other", next = inner } }"#
        let error = try refusal(living, of: text + other)
        #expect(error.hasPrefix(#"container.lua:2: decorator of "a" is pinned, and cannot be replaced"#), "\(error)")
    }

    /// The hook runs after the check of the scripts.
    @Test func instanceThatIsBuiltDuringTheReloadIsPinned() throws {
        let box = Lock<Container?>(nil)
        let living = try Living(Self.line("a")) { services in
            services.addHook(.reloading) { _, _ in
                _ = try box.withLock { $0 }?.resolve("a", as: Station.self)
            }
        }
        box.withLock { $0 = living.container }
        defer { box.withLock { $0 = nil } }
        let error = try refusal(living, of: Self.line("b"))
        #expect(error.hasPrefix(#"container.lua:2: service "a" is pinned"#))
        #expect(try living.station("a").name == "a")
    }

    @Test func suppliedInstanceIsKept() throws {
        let living = try Living(Self.line("a"))
        let mine = Station(name: "mine", next: nil, later: nil, log: nil)
        try living.container.supply(mine, for: "a")
        try living.reload(Self.line("b"))
        #expect(try living.station("a") === mine)
    }

    @Test func overridesAreNotReloads() throws {
        let living = try Living(Self.line("a"))
        _ = try living.station("a")
        let name = try living.container.withOverrides {
            $0.override("end") { _ in Station(name: "other", next: nil, later: nil, log: nil) }
        } operation: {
            try living.station("a").next?.name
        }
        #expect(name == "other")
    }
}
