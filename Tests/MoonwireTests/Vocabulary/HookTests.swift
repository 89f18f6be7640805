import Dispatch
import Moonwire
import TestSupport
import Testing

/// `hook.EVENT(target, function, { priority =, once = })`, as scripts use it.
@Suite struct HookTests {
    /// Lets scripts write down what they see.
    private func wire(
        _ text: String, _ book: Logbook, files: [String: String] = [:], over: [String] = [],
        register: (inout Registrations) -> Void = { _ in }
    ) throws -> Container {
        try MoonwireTests.wire(text, files: files, over: over) { services in
            services.setParameter("brand", to: "V8")
            services.register("book") { _ in book }
            register(&services)
        }
    }

    @Test func createdHookReceivesTheObjectAndInfo() throws {
        let book = Logbook()
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "%brand%" } }
            service "car" { type = "Car", args = { engine = ref "engine" } }
            hook.created("engine", function(engine, info)
                info.get("book"):note(engine.brand .. " " .. info.id .. " " .. info.type .. " " .. info.event)
                info:get("book"):note(table.concat(info.path, " -> ") .. " " .. info.param("brand") .. #info.tags)
                info.get("book"):note(tostring(info))
            end)
            """, book)
        _ = try container.resolve("car", as: Car.self)
        #expect(
            book.log.elements == ["V8 engine Engine created", "car -> engine V80", "info of created engine"])
    }

    @Test func createdHookReplacesObjectsAndPlainValues() throws {
        let container = try MoonwireTests.wire(
            """
            service "engine" { type = "Engine", args = { "a" } }
            service "port" (function() return 80 end)
            service "wheels" (function() return 4 end)
            service "kept" (function() return 5 end)
            hook.created("engine", function(engine) return Engine { brand = engine.brand .. "b" } end)
            hook.created("port", function(port) return port + 1 end)
            hook.created("kept", function(number) return null end)
            hook.created("kept", function(number) end)
            """
        ) { services in
            services.addHook(.created("wheels")) { (wheels: inout Int, _) in wheels += 2 }
        }
        #expect(try container.resolve("engine", as: Engine.self).brand == "ab")
        #expect(try container.resolve("port", as: Int.self) == 81)
        #expect(try container.resolve("wheels", as: Int.self) == 6)
        #expect(try container.resolve("kept", as: Int.self) == 5)
    }

    @Test func hookTargetCanBeAReference() throws {
        let book = Logbook()
        let container = try wire(
            """
            local engine = service "tag:odd*" { type = "Engine", args = { "a" } }
            hook.created(engine, function(engine, info) info.get("book"):note(info.id) end)
            hook.created(ref "other", function(engine, info) info.get("book"):note("by alias") end)
            alias "other" "tag:odd*"
            """, book)
        _ = try container.resolve("tag:odd*", as: Engine.self)
        #expect(book.log.elements == ["tag:odd*", "by alias"])
    }

    @Test func hooksOfScriptsAndSwiftRunInOneOrder() throws {
        let book = Logbook()
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "a" } }
            local function noting(text) return function(_, info) info.get("book"):note(text) end end
            hook.created("engine", noting "lua 0")
            hook.created("engine", noting "lua 5", { priority = 5 })
            hook.created("*ngine", noting "lua 9", { priority = 9 })
            hook.created("engine", noting "lua 0 again", {})
            """, book,
            files: [
                "over.lua": """
                hook.created("engine", function(_, info) info.get("book"):note("over 5") end, { priority = 5 })
                hook.created("engine", function(_, info) info.get("book"):note("over 0") end)
                """
            ], over: ["over.lua"]
        ) { services in
            services.addHook(.created("engine")) { (_: Engine, _) in book.log.append("swift 0") }
            services.addHook(.created("engine"), priority: 5) { (_: Engine, _) in book.log.append("swift 5") }
            services.addHook(.created("engine"), priority: -5) { (_: Engine, _) in book.log.append("swift -5") }
        }
        _ = try container.resolve("engine", as: Engine.self)
        #expect(
            book.log.elements == [
                "lua 9", "swift 5", "lua 5", "over 5", "swift 0", "lua 0", "lua 0 again", "over 0", "swift -5",
            ])
    }

    @Test func onceRunsOnceWithManyThreads() throws {
        let book = Logbook()
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "a" }, scope = "transient" }
            hook.created("engine", function(_, info) info.get("book"):note("once") end, { once = true })
            hook.resolved("engine", function(_, info) info.get("book"):note("resolved") end, { once = true })
            hook.resolved("engine", function(_, info) info.get("book"):note("each") end, { once = false })
            """, book)
        onThreads(8) { _ in _ = try? container.resolve("engine", as: Engine.self) }
        #expect(book.log.elements.filter { $0 == "once" }.count == 1)
        #expect(book.log.elements.filter { $0 == "resolved" }.count == 1)
        #expect(book.log.elements.filter { $0 == "each" }.count == 8)
    }

    @Test func resolvedHookRunsForExistingInstances() throws {
        let book = Logbook()
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "a" } }
            service "asking" (function(c) return c.get("engine").brand end)
            hook.resolved("engine", function(engine, info)
                info.get("book"):note(info.event .. " " .. table.concat(info.path, " -> "))
            end)
            """, book)
        _ = try container.resolve("engine", as: Engine.self)
        _ = try container.resolve(Engine.self)
        _ = try container.resolve("asking", as: String.self)
        #expect(book.log.elements == ["resolved engine", "resolved engine", "resolved asking -> engine"])
    }

    @Test func registeredHookReceivesTheDefinition() throws {
        let said = Collected<String>()
        let container = try MoonwireTests.wire(
            """
            local seen = {}
            service "engine" { type = "Engine", args = { "a" }, scope = "weak" }
            service "made" (function() return 1 end)
            hook.registered("*", function(definition, info)
                seen[#seen + 1] = table.concat({
                    definition.id, tostring(definition.type), definition.scope, definition.line, #definition.tags,
                    tostring(definition), info.event, info.id,
                    definition.file:match "[^/]+$",
                }, " ")
            end)
            service "seen" (function() return seen end)
            """)
        guard case .list(let lines) = try container.resolve("seen", as: PlainValue.self) else { return }
        for case .text(let line) in lines { said.append(line) }
        #expect(
            said.elements == [
                "engine Engine weak 2 0 definition of engine registered engine container.lua",
                "made nil shared 3 0 definition of made registered made container.lua",
                "seen nil shared 11 0 definition of seen registered seen container.lua",
            ])
    }

    @Test func failedHookReceivesTheError() throws {
        let book = Logbook()
        let container = try wire(
            """
            service "engine" (function() error "no oil" end)
            service "car" { type = "Car", args = { engine = ref "engine" } }
            hook.failed("engine", function(err, info)
                local book = info.get "book"
                book:note(err.message)
                book:note(err.code .. " " .. err.line .. " " .. err.file:match "[^/]+$")
                book:note(table.concat(err.path, " -> "))
                book:note(tostring(err):match "needed by .*")
            end)
            """, book)
        #expect(throws: ContainerError.self) { try container.resolve("car", as: Car.self) }
        #expect(
            book.log.elements == [
                "service \"engine\" could not be built: no oil", "script-error 1 container.lua", "car -> engine",
                "needed by car -> engine",
            ])
    }

    @Test func failingFailedHookIsReported() throws {
        let container = try MoonwireTests.wire(
            """
            service "engine" (function() error "no oil" end)
            hook.failed("*", function(failure)
                error("no pen: " .. failure.message .. failure.line)
            end)
            """)
        #expect(
            message { _ = try container.resolve("engine", as: Engine.self) }
                == "container.lua:1: service \"engine\" could not be built: no oil")
        let expected = """
            container.lua:3: warning: hook.failed("*") failed for service "engine": \
            no pen: service "engine" could not be built: no oil1
                the hook is at container.lua:2
            """
        let said = container.diagnostics.entries.map { entry in message { throw ContainerError(entry) } }
        #expect(said == [expected])
    }

    @Test func releasedHookRunsAtTheEndAndForReplacedInstances() throws {
        let book = Logbook()
        do {
            let container = try MoonwireTests.wire(
                """
                service "engine" { type = "Engine", synthetic = true }
                service "made" (function() return Engine { brand = "made" } end)
                local book
                hook.created("made", function(_, info) book = info.get "book" end)
                hook.released("type:Engine", function(engine, info) book:note(info.id .. " " .. engine.brand) end)
                """
            ) { services in
                services.register("book") { _ in book }
            }
            try container.supply(Engine(brand: "a", cylinders: 1), for: "engine")
            _ = try container.resolve("made", as: Engine.self)
            try container.supply(Engine(brand: "b", cylinders: 1), for: "engine")
            #expect(book.log.elements == ["engine a"])
        }
        #expect(book.log.elements == ["engine a", "made made", "engine b"])
    }

    @Test func parameterHookReceivesTheNameAndBothValues() throws {
        let book = Logbook()
        let container = try wire(
            """
            parameters { port = 80, motor = null, url = "http://host:%port%" }
            local function noting(name, new, old, info)
                local brand = type(new) == "userdata" and new.brand or tostring(new)
                info.get("book"):note(name .. " " .. brand .. " " .. tostring(old) .. " " .. info.id)
            end
            hook.parameter("port", noting)
            hook.parameter("motor", noting)
            hook.parameter("u*", noting)
            """, book)
        try container.setParameter("port", to: 81)
        try container.setParameter("motor", to: Engine(brand: "odd", cylinders: 1))
        #expect(
            book.log.elements == [
                "port 81 80 port", "url http://host:81 http://host:80 url", "motor odd nil motor",
            ])
    }

    @Test func reloadingHookVetoesWithAReason() throws {
        let container = try MoonwireTests.wire(
            """
            hook.reloading(function(plan, info)
                if plan.added > 1 then return false, "too much: " .. plan.added end
                if plan.added == 1 then return false end
                return nil
            end)
            """)
        try container.hooks.veto(["added": 0])
        #expect(
            message { try container.hooks.veto(["added": 1]) } == """
                container.lua:1: hook.reloading vetoed the reload
                    change or remove this hook to reload despite its veto
                """)
        #expect(
            message { try container.hooks.veto(["added": 2]) } == """
                container.lua:1: hook.reloading vetoed the reload: too much: 2
                    change or remove this hook to reload despite its veto
                """)
        try container.hooks.veto([:])
        let reported = try #require(container.diagnostics.entries.last)
        #expect("\(reported)".contains("warning: hook.reloading failed: attempt to compare number with nil"))
    }

    @Test func reloadedInjectedAndPreferenceHooksOfScriptsRun() throws {
        let book = Logbook()
        let container = try wire(
            """
            hook.reloaded(function(plan, info) info.get("book"):note("reloaded " .. plan.kept) end)
            hook.injected("Dashboard.engine", function(engine, owner, info)
                owner:write(engine.brand .. " " .. info.id .. " " .. info.type)
            end)
            hook.preference("Settings.*", function(name, new, old, info)
                info.get("book"):note(name .. " " .. new .. " " .. old)
            end)
            """, book)
        try container.hooks.reloaded(["kept": 3])
        try container.hooks.preferenceChanged("Settings.volume", new: 6, old: 5)
        #expect(book.log.elements == ["reloaded 3", "Settings.volume 6 5"])
        let slot = SlotName(owner: "Dashboard", name: "engine", types: ["Engine"])
        let hooks = try #require(try container.hooks.hooks(of: slot))
        let owner = Notebook()
        try container.hooks.injected(Engine(brand: "V8", cylinders: 8), into: owner, hooks)
        #expect(owner.lines == ["V8 Dashboard.engine Engine"])
    }
}
