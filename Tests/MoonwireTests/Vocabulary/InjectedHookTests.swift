import Moonwire
import TestSupport
import Testing

/// `hook.injected`: told of each slot that a container has filled.
@Suite struct InjectedHookTests {
    private static let wiring = """
        service "v8" { type = "Engine", args = { brand = "v8" } }
        service "board" { type = "Dashboard", scope = "transient" }
        service "sport" { type = "SportDashboard", scope = "transient" }

        """

    private func container(_ hooks: String, _ book: Logbook = Logbook()) throws -> Container {
        try wire(Self.wiring + hooks) { $0.register("book") { _ in book } }
    }

    @Test func injectedHookSeesTheValueAndCanChangeTheOwner() throws {
        let book = Logbook()
        let container = try container(
            """
            hook.injected("Dashboard.engine", function(engine, board, info)
                info.get("book"):note(info.id .. " " .. info.type .. " " .. board.brand .. " " .. engine.brand)
            end)
            """, book)
        let board = try container.resolve("board", as: Dashboard.self)
        #expect(board.engine.brand == "v8")
        #expect(book.log.elements == ["Dashboard.engine Engine v8 v8"])
    }

    @Test func inheritedSlotsAreNamedByTheirDeclaringClass() throws {
        let book = Logbook()
        let container = try container(
            #"hook.injected("Dashboard.engine", function(_, _, info) info.get("book"):note(info.id) end)"#, book)
        _ = try container.resolve("sport", as: SportDashboard.self)
        #expect(book.log.elements == ["SportDashboard.engine"])
    }

    @Test func injectedHookRunsWhenALazySlotIsFilled() throws {
        let book = Logbook()
        let container = try container(
            """
            inject { slot = "Dashboard.limit", value = 120 }
            hook.injected("Dashboard.*", function(value, _, info)
                info.get("book"):note(info.id .. " " .. (info.id == "Dashboard.limit" and value or ""))
            end)
            """, book)
        let board = try container.resolve("board", as: Dashboard.self)
        #expect(book.log.elements == ["Dashboard.engine "])
        #expect(board.limit == 120)
        #expect(board.limit == 120)
        #expect(book.log.elements == ["Dashboard.engine ", "Dashboard.limit 120"])
    }

    @Test func swiftHooksRunBeforeThoseOfScripts() throws {
        let book = Logbook()
        let container = try wire(
            Self.wiring + #"hook.injected("type:Engine", function(_, _, info) info.get("book"):note("script") end)"#
        ) { services in
            services.register("book") { _ in book }
            services.addHook(.injected("Dashboard.engine")) { (engine: Engine, board: Dashboard, _) in
                book.log.append("swift \(engine.brand) \(board.engine.brand)")
            }
        }
        _ = try container.resolve("board", as: Dashboard.self)
        #expect(book.log.elements == ["swift v8 v8", "script"])
    }

    @Test func injectedHookRunsForObjectsOfTheApplication() throws {
        let book = Logbook()
        let container = try container(
            #"hook.injected("Dashboard.engine", function(_, _, info) info.get("book"):note(info.id) end)"#, book)
        let board = Dashboard()
        try container.inject(into: board)
        #expect(book.log.elements == ["Dashboard.engine"])
    }

    @Test func aFailingHookFailsTheBuildAndLeavesTheSlotEmpty() throws {
        let container = try container(
            #"hook.injected("Dashboard.engine", function() error("no oil") end)"#)
        #expect(
            message { _ = try container.resolve("board", as: Dashboard.self) } == """
                container.lua:4: hook.injected("Dashboard.engine") failed: no oil
                    in service "board"
                """)
        let board = Dashboard()
        #expect(throws: ContainerError.self) { try container.inject(into: board) }
        #expect(!board.$engine.isFilled)
    }

    @Test func injectedHookOfAnUnknownSlotIsAFault() throws {
        #expect(
            message { _ = try container(#"hook.injected("Dashboard.engin", function() end)"#) } == """
                container.lua:4: hook.injected("Dashboard.engin"): slot "Dashboard.engin" is not defined
                    did you mean "Dashboard.engine"?
                """)
        #expect(
            message { _ = try container(#"hook.injected("Cockpit.wheel", function() end)"#) } == """
                container.lua:4: hook.injected("Cockpit.wheel"): slot "Cockpit.wheel" is not defined
                    only the slots of exposed types and of types passed to `Registrations.owner` are known
                """)
    }
}
