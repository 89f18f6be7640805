import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Functions of scripts resolve in the generation that a reset has made, and keep what they have.
@Suite(.timeLimit(.minutes(5))) struct ResetFunctionTests {
    /// A drawer that keeps a function, which asks for another one.
    private static let keeping = """
        scopes { "job" }
        service "a" {
            type = "Drawer", args = { size = 1, log = ref "log" },
            configure = function(drawer, c) drawer:keep(function() return "size " .. c.get("other").size end) end,
        }

        """

    private func living(register: (inout Registrations) throws -> Void = { _ in }) throws -> Living {
        let builds = Counter()
        return try Living(drawers: Self.keeping) { services in
            services.register("other") { resolver in
                Drawer(size: builds.add(), log: try resolver.resolve("log"), pause: nil)
            }
            try register(&services)
        }
    }

    /// They belong to both generations, and to none after a reload.
    @Test func functionsOfScriptsResolveAfterAReset() throws {
        let text =
            Lantern.service("set = { level = 1 }")
            + "service 'made' { factory = function(_, c) return c.get 'lamp' end }\n"
        let living = try Living(lamps: text)
        for _ in 0..<3 {
            #expect(try living.lamp("made") === living.lamp())
            try living.container.reset("lamp")
        }
        try living.reload(text + Lantern.bulb(1))
        #expect(try living.lamp("made") === living.lamp())
    }

    /// A scope that is open over the former generation does not matter to others.
    @Test(arguments: [false, true]) func keptFunctionResolvesInTheNextGeneration(withScope: Bool) throws {
        let builds = Counter()
        let living = try Living(
            drawers: """
                scopes { "job" }
                service "a" {
                    type = "Drawer", args = { size = 1, log = ref "log" },
                    configure = function(drawer, c) drawer:keep(function() return "size " .. c.get("other").size end) end,
                }
                """
        ) { services in
            services.register("other") { resolver in
                Drawer(size: builds.add(), log: try resolver.resolve("log"), pause: nil)
            }
        }
        let scope = withScope ? try living.container.openScope("job") : nil
        let drawer = try living.drawer()
        #expect(try drawer.note() == "size 1")
        try living.container.reset("other")
        #expect(try living.drawer() === drawer)
        #expect(try drawer.note() == "size 2")
        #expect(try scope?.perform { try drawer.note() } ?? "size 1" == "size 1")
        scope?.close()
        #expect(try drawer.note() == "size 2")
    }

    /// The scope belongs to other scripts than the function.
    @Test func functionOfOtherScriptsIgnoresTheScope() throws {
        let living = try living()
        let scope = try living.container.openScope("job")
        #expect(try scope.perform { try living.container.resolve("other", as: Drawer.self).size } == 1)
        try living.reload(Self.keeping.replacing("size = 1", with: "size = 2"))
        try living.container.reset("other")
        let drawer = try living.drawer()
        #expect(try drawer.note() == "size 2")
        #expect(try scope.perform { try drawer.note() } == "size 2")
        scope.close()
    }

    /// The build stays in the generation that the reset has made.
    @Test func functionResolvesInABuildThatAReloadOvertakes() throws {
        let late = Lock<Living?>(nil)
        defer { late.withLock { $0 = nil } }
        let said = Collected<String>()
        let living = try living { services in
            services.register("asking") { resolver in
                let drawer: Drawer = try resolver.resolve("a")
                try late.withLock { $0 }?.reload("")
                said.append(try drawer.note() ?? "")
                return Station(name: "asking", next: nil, later: nil, log: nil)
            }
        }
        #expect(try living.drawer().note() == "size 1")
        try living.container.reset("other")
        late.withLock { $0 = living }
        _ = try living.station("asking")
        #expect(said.elements == ["size 2"])
    }

    /// Only the script holds the object.
    @Test func variablesOfScriptsKeepTheirObjects() throws {
        let builds = Counter()
        let living = try Living(
            lamps: """
                local kept
                service "memo" { factory = function(_, c) kept = kept or c.get "brief" return kept end, scope = "transient" }

                """ + Lantern.service("set = { level = 1 }")
        ) { services in
            services.register("brief", scope: .transient) { _ in Lantern(name: "brief \(builds.add())") }
        }
        _ = try living.lamp()
        for _ in 0..<3 {
            #expect(try living.lamp("memo").name == "brief 1")
            try living.container.reset("lamp")
        }
    }
}
