import Moonwire
import Testing

/// What can be wrong with a service of scope cached that takes arguments.
@Suite struct CachedArgumentFaultTests {
    private static let engine = #"service "engine" { type = "Engine", args = { brand = argument "brand" }, "#
    private static let cached = #"scope = { "cached", ttl = 60 }"#

    @Test(arguments: [
        (
            engine + cached + #", stop = function() end }"#,
            #"""
            container.lua:1: service "engine" has an instance for each value of argument "brand", so "stop" cannot be called
                these instances end with their last user: write a deinitializer
            """#
        ),
        (
            engine + #"scope = { "cached", ttl = 60, limit = 0 } }"#,
            #"""
            container.lua:1: service "engine": "scope" expects a limit from 1 to 1000000, got the integer 0
            """#
        ),
        (
            engine + #"scope = { "cached", ttl = 60, limit = "many" } }"#,
            #"""
            container.lua:1: service "engine": "scope" expects a limit from 1 to 1000000, got the string "many"
            """#
        ),
        (
            engine + #"scope = { "cached", limit = 10 } }"#,
            #"""
            container.lua:1: service "engine": scope "cached" needs the time for which an instance is used
                write `scope = { "cached", ttl = 60 }`, in seconds
            """#
        ),
        (
            engine + #"scope = { "cached", ttl = 60, most = 10 } }"#,
            #"""
            container.lua:1: service "engine": "scope": there is no key "most"
                the keys are ttl, limit
            """#
        ),
        (
            #"service "engine" { type = "Engine", args = { brand = "a" }, scope = { "cached", ttl = 60, limit = 10 } }"#,
            #"""
            container.lua:1: service "engine": "limit" has no effect, because the service takes no arguments
            """#
        ),
        (
            engine + cached + " }\n"
                + #"service "car" { type = "Car", args = { engine = ref("engine", { brand = "a" }) } }"#,
            #"""
            container.lua:2: service "car" has scope "shared", but needs service "engine" (container.lua:1), which expires after 60s
                use `provider` to resolve it when it is used, or state `outlives = { "cached" }` if the first instance is meant to be kept
            """#
        ),
    ])
    func scopeDoesNotFit(script: String, complaint: String) {
        #expect(message { _ = try wire(script) } == complaint)
    }

    @Test func argumentIsAnObject() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { brand = "a" } }
            service "car" { type = "Car", args = { engine = argument "engine" }, scope = { "cached", ttl = 60 } }
            """)
        let engine: Engine = try container.resolve("engine")
        #expect(
            message { _ = try container.resolve("car", as: Car.self, arguments: ["engine": engine]) } == #"""
                container.lua:2: service "car" is cached for each value of argument "engine", which must be plain data, such as a string
                    objects can be passed to a service of scope "transient"
                """#)
    }

    @Test func functionReadsAnArgumentThatIsNotDeclared() throws {
        let container = try wire(
            """
            service "engine" { factory = function(args, c) return Engine { brand = c.argument "brand" } end, scope = { "cached", ttl = 60 } }
            """)
        #expect(
            message { _ = try container.resolve("engine", as: Engine.self) } == #"""
                container.lua:1: service "engine" reads argument "brand", but its scope is "cached(60s)"
                    write `args = { brand = argument "brand" }`, and read `args.brand` in the function
                """#)
        #expect(
            message { _ = try container.resolve("engine", as: Engine.self, arguments: ["brand": "a"]) } == #"""
                container.lua:1: service "engine" has no argument "brand"
                    it takes no arguments
                """#)
    }

    @Test func functionReadsDeclaredArguments() throws {
        let container = try wire(
            """
            service "engine" {
                factory = function(args, c) return Engine { brand = args.brand .. c.argument "brand" } end,
                args = { brand = argument "brand" }, scope = { "cached", ttl = 60 },
            }
            """)
        let engine: Engine = try container.resolve("engine", arguments: ["brand": "a"])
        #expect(engine.brand == "aa")
        #expect(try container.resolve("engine", as: Engine.self, arguments: ["brand": "a"]) === engine)
    }

    @Test(arguments: [
        (ServiceScope.cached(for: .seconds(60), limit: 100), "cached(60s, 100)"),
        (.named("cached(60s, many)"), "cached(60s, many)"),
    ])
    func scopeIsReadFromItsText(scope: ServiceScope, text: String) {
        #expect(scope.rawValue == text)
        #expect(ServiceScope(rawValue: text) == scope)
    }
}
