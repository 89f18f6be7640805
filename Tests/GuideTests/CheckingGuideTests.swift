import Foundation
import Moonwire
import MoonwireConsole
import Testing

private final class Transport: Exposed, Sendable {
    init(host: String, port: Int) {}

    static let exposure = Exposure(Transport.self) {
        Initializer("host", ExposedArgument("port", default: 25), body: Transport.init)
    }
}

private final class Mailer: Exposed, Sendable {
    init(transport: Transport) {}

    static let exposure = Exposure(Mailer.self) {
        Initializer("transport", body: Mailer.init)
    }
}

private final class SystemClock: Exposed, Sendable {
    static let exposure = Exposure(SystemClock.self) {}
}

private final class Store: Exposed, Sendable {
    static let exposure = Exposure(Store.self) { Initializer { Store() } }
}

private final class Newsletter: Exposed, Sendable {
    init(store: Store) {}

    static let exposure = Exposure(Newsletter.self) { Initializer("store", body: Newsletter.init) }
}

/// The code of `Documentation/Checking.md`, word for word; MoonwireConsoleTests compare what the commands print.
@Suite struct CheckingGuideTests {
    private static let misspelledID = #"""
        -- container.lua
        service "smtp" { type = "Transport", args = { host = "localhost" } }
        service "mailer" { type = "Mailer", args = { transport = ref "smpt" } }
        service "newsletter" { type = "Newsletter", args = { ref "mailer" } }
        """#

    private static let misspelledLabel = #"""
        -- container.lua
        service "smtp" { type = "Transport", args = { hots = "localhost" } }
        service "mailer" { type = "Mailer", args = { transport = ref "smtp" } }
        alias "time" "clock"
        """#

    @Test func scriptsAlone() throws {
        let folder = try Playground(["container.lua": Self.misspelledID])
        #expect(Console().run(["check", "\(folder.path)/container.lua"]) == .faults)
    }

    @Test func manifests() async throws {
        let folder = try Playground(["container.lua": Self.misspelledLabel])
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try enter(folder)
            let manifest = try TypeRegistry([Mailer.self, Transport.self]).manifest()
            try manifest.write(to: URL(fileURLWithPath: "types.json"))
            let arguments = ["check", "--types", "types.json", "--synthetic", "clock", "container.lua"]
            #expect(Console().run(arguments) == .faults)
        }
    }

    private static let rules = #"""
        -- rules.lua
        pass("only repositories use stores", function(definitions, report)
            for _, definition in ipairs(definitions) do
                for _, id in ipairs(definition.needs) do
                    if definitions[id].type == "Store" and definition.type ~= "Repository" then
                        report.fault("uses the store \"" .. id .. "\"", definition, "args")
                    end
                end
            end
        end)
        """#

    private static let ruled = #"""
        -- container.lua
        service "users" { type = "Store" }
        service "newsletter" {
            type = "Newsletter",
            args = { store = ref "users" },
        }
        """#

    @Test func passes() throws {
        let folder = try Playground(["rules.lua": Self.rules, "container.lua": Self.ruled])
        let scripts = ["rules.lua", "container.lua"].map { "\(folder.path)/\($0)" }
        let types: [any Exposed.Type] = [Store.self, Newsletter.self]
        let error = #expect(throws: ContainerError.self) {
            try Container(scripts: scripts, types: types, environment: .dev)
        }
        #expect(
            error.map { "\($0)".replacing("\(folder.path)/", with: "") } == """
                container.lua:5: service "newsletter": uses the store "users"
                    reported by pass "only repositories use stores" at rules.lua:2
                """)
        let container = try Container(scripts: scripts.suffix(0), types: types, environment: .dev) { services in
            services.register("users") { _ in Store() }
            services.addPass("stores are transient") { definitions, report in
                for definition in definitions where definition.type == "Store" && definition.scope != .transient {
                    report.warning("is shared", in: definition, at: "scope")
                }
            }
        }
        #expect(container.diagnostics.entries.map(\.message) == ["service \"users\": is shared"])
    }

    private static let measured = #"""
        -- measured.lua
        pass("stores are measured", function(definitions)
            for _, definition in ipairs(definitions) do
                if definition.type == "Store" then extend(definition) { tags = "measured" } end
            end
        end, { stage = "change" })
        """#

    @Test func passesThatChangeServices() throws {
        let folder = try Playground(["measured.lua": Self.measured])
        let types: [any Exposed.Type] = [Store.self, Newsletter.self]
        for scripts in [["\(folder.path)/measured.lua"], []] {
            let container = try Container(scripts: scripts, types: types, environment: .dev) { services in
                services.register("users") { _ in Store() }
                if scripts.isEmpty {
                    services.addPass("stores are measured", stage: .change) { definitions, report in
                        for definition in definitions where definition.type == "Store" {
                            report.extend(definition, tags: ["measured"])
                        }
                    }
                }
            }
            #expect(try container.tagged("measured", as: Store.self).count == 1)
        }
    }

    private static let boundaries = #"""
        -- rules.lua
        pass.boundaries {
            components = {
                domain = { services = "tag:domain" },
                storage = { services = { "*Table", "type:Store" }, uses = "domain" },
                web = { services = "web.*", uses = { "domain", "storage" } },
            },
        }
        """#

    private static let crossing = #"""
        -- container.lua
        service "userTable" { type = "Store" }
        service "signup" { type = "Newsletter", args = { store = ref "userTable" }, tags = "domain" }
        """#

    private static let others = #"""
        pass.captive_dependencies { except = { "clock" } }
        pass.unused {}
        """#

    @Test func standardPasses() throws {
        let files = ["rules.lua": Self.boundaries, "container.lua": Self.crossing, "others.lua": Self.others]
        let folder = try Playground(files)
        let scripts = ["rules.lua", "container.lua"].map { "\(folder.path)/\($0)" }
        let types: [any Exposed.Type] = [Store.self, Newsletter.self]
        let error = #expect(throws: ContainerError.self) {
            try Container(scripts: scripts, types: types, environment: .dev)
        }
        #expect(
            error.map { "\($0)".replacing("\(folder.path)/", with: "") } == """
                container.lua:3: service "signup" of component "domain" refers to service "userTable" of component "storage"
                    component "domain" uses no other component
                    reported by pass.boundaries at rules.lua:2
                """)
        let container = try Container(scripts: ["\(folder.path)/others.lua"], environment: .dev) { services in
            services.register("clock") { _ in SystemClock() }
            services.addPass(.captiveDependencies())
        }
        #expect(container.diagnostics.entries.isEmpty)
    }

    /// Without arguments the application starts.
    @Test func mounting() async throws {
        let folder = try Playground(["container.lua": Self.misspelledLabel])
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            try enter(folder)
            let types: [any Exposed.Type] = [Mailer.self, Transport.self]
            // The arguments of the tests are none of the console's.
            struct CommandLine { static let arguments = ["Garage"] }
            let wiring = Console.Wiring(types: try TypeRegistry(types), scripts: ["container.lua"]) { services in
                services.register("clock") { _ in SystemClock() }
            }
            let console = Console(program: "Garage", wiring: wiring)
            let arguments = Array(CommandLine.arguments.dropFirst())
            if console.handles(arguments) { exit(await console.runAsynchronously(arguments).rawValue) }
            #expect(await console.runAsynchronously(["check"]) == .faults)
            do {
                let console = Console(program: "Garage", wiring: wiring, ownArguments: "[--watch] [SCRIPT]")
                #expect(!console.handles(["--watch"]))
            }
        }
    }
}
