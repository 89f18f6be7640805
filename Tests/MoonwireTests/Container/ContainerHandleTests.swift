import LuaRuntime
import Moonwire
import Testing

/// A service that takes a handle gets one for the container that builds it.
@Suite struct ContainerHandleTests {
    final class Guest: Exposed, Sendable {
        let name: String

        init(name: String) { self.name = name }

        static let exposure = Exposure(Guest.self) { Initializer("name", body: Guest.init) }
    }

    final class Server: Exposed, Sendable {
        let container: ContainerHandle

        init(container: ContainerHandle) { self.container = container }

        func answer(_ name: String) throws -> String {
            try container().withScope("request") {
                $0.supply(Guest(name: name), for: "guest")
            } operation: {
                try container().resolve("guest", as: Guest.self).name
            }
        }

        static let exposure = Exposure(Server.self) {
            Initializer("container", body: Server.init)
            Property("container", get: { $0.container })
        }
    }

    final class SlowServer: Exposed, Sendable {
        let container: ContainerHandle

        init(container: ContainerHandle) async { self.container = container }

        static let exposure = Exposure(SlowServer.self) { Initializer("container", body: SlowServer.init) }
    }

    /// An initializer with an argument that is not convertible, and one with an optional handle.
    final class Gate: Exposed, Sendable {
        let container: ContainerHandle?

        init(container: ContainerHandle?) { self.container = container }

        static let exposure = Exposure(Gate.self) {
            Initializer("container", body: Gate.init)
            Initializer("guest", "container") { (_: any Sendable, container: ContainerHandle) in
                Gate(container: container)
            }
        }
    }

    private static let script = """
        scopes { "request" }
        service "guest"  { type = "Guest", synthetic = true, scope = "request" }
        service "server" { type = "Server" }
        service "auto"   { type = "Server", args = auto }
        service "made"   { factory = function(c) return Server {} end }
        service "slow"   { type = "SlowServer" }
        """

    private func wiring(_ script: String = Self.script) throws -> Container {
        try Container(text: script, types: [Guest.self, Server.self, SlowServer.self], environment: .test)
    }

    @Test(arguments: ["server", "auto", "made"]) func serviceOpensScopes(id: String) throws {
        let container = try wiring()
        let server = try container.resolve(id, as: Server.self)
        #expect(try server.container() === container)
        #expect(try server.answer("Ada") == "Ada")
        #expect(try server.answer("Grace") == "Grace")
    }

    /// An object that keeps a function of a script, and calls it when nothing is built.
    final class Bell: Exposed, @unchecked Sendable {  // One thread uses it.
        var answer: LuaFunction?

        func ring(_ name: String, _ container: ContainerHandle) throws -> String {
            try "\(name) at \(container().ids.count)"
        }

        static let exposure = Exposure(Bell.self) {
            Initializer { Bell() }
            Method("ring", Bell.ring, "name", "container")
            Method("keep", "answer") { (bell: Bell, answer: LuaFunction) in bell.answer = answer }
        }
    }

    @Test func functionThatIsCalledAfterTheBuildPassesTheHandle() throws {
        let container = try Container(
            text: """
                service "server" { type = "Server" }
                service "bell" { type = "Bell", configure = function(bell)
                    bell:keep(function(name) return bell:ring(name) .. (Server {} and "!" or "") end)
                end }
                """, types: [Bell.self, Server.self], environment: .test)
        let bell = try container.resolve("bell", as: Bell.self)
        #expect(try bell.answer?.call("Ada", as: String.self) == "Ada at 2!")
        withExtendedLifetime(container) {}
    }

    @Test(arguments: ["{}", "{ guest = ref \"guest\" }", "auto"]) func everyKindOfArgumentGetsTheHandle(args: String)
        throws
    {
        let container = try Container(
            text: """
                service "guest" { type = "Guest", args = { name = "Ada" } }
                service "gate" { type = "Gate", args = \(args) }
                """, types: [Guest.self, Gate.self], environment: .test)
        let gate = try container.resolve("gate", as: Gate.self)
        #expect(try gate.container?() === container)
    }

    @Test func asynchronousInitializerGetsTheHandle() async throws {
        let container = try wiring()
        let server = try await container.resolve("slow", as: SlowServer.self)
        #expect(try server.container() === container)
    }

    @Test func handleDoesNotKeepTheContainerAlive() throws {
        var container: Container? = try wiring()
        weak let ended = container
        let server = try container?.resolve("server", as: Server.self)
        container = nil
        #expect(ended == nil)
        #expect(
            message { _ = try server?.container() } == """
                a service was requested after its container was released
                    keep the container while a handle or a resolver of it is in use
                """)
    }

    @Test func handleFindsWhatTheTaskReplaces() throws {
        let container = try wiring()
        let server = try container.resolve("server", as: Server.self)
        let child = try container.openOverrides { $0.register("spare") { _ in Guest(name: "spare") } }
        #expect(try child.perform { try server.container().resolve("spare", as: Guest.self).name } == "spare")
        #expect(message { _ = try server.container().resolve("spare", as: Guest.self) } != "")
        child.close()
    }

    @Test func testCreatesAHandleItself() throws {
        let container = try wiring()
        #expect(try Server(container: ContainerHandle(container)).answer("Ada") == "Ada")
    }

    @Test func valueInAScriptIsAFault() {
        #expect(
            message { _ = try wiring(#"service "server" { type = "Server", args = { container = 3 } }"#) } == """
                container.lua:1: service "server": argument "container" expects ContainerHandle, got the integer 3
                """)
    }

    @Test func scriptsCannotReadAHandle() throws {
        let container = try wiring(
            #"service "server" { type = "Server", configure = function(server) return server.container end }"#)
        #expect(
            message { _ = try container.resolve("server", as: Server.self) } == """
                container.lua:1: Server.container: is a handle for the container, which scripts cannot use
                    in service "server"
                """)
    }

    @Test func manifestIsEnough() throws {
        let types = try TypeRegistry([Guest.self, Server.self, SlowServer.self])
        let read = try TypeRegistry(manifest: try types.manifest())
        #expect(try read.manifest() == types.manifest())
        #expect(String(decoding: try read.manifest(), as: UTF8.self).contains("ContainerHandle"))
    }
}
