import Moonwire
import Testing

/// What can be wrong with `scope = { "cached", ttl = 60 }`.
@Suite struct CachedScopeTests {
    private static let engine = #"service "engine" { type = "Engine", args = { brand = "a" }, "#

    private func report(_ script: String) -> String { message { _ = try wire(script) } }

    private static let expectation =
        "expects a ttl of up to 365 days, as seconds or as \"250ms\", \"1.5s\", or \"1h30m\""

    private static let needsTime = """
        service "engine": scope "cached" needs the time for which an instance is used
            write `scope = { "cached", ttl = 60 }`, in seconds
        """

    @Test(arguments: [
        (#""cached""#, needsTime),
        (#"{ "cached" }"#, needsTime),
        (#"{ "cached", ttl = 0 }"#, "service \"engine\": \"scope\" \(expectation), got the integer 0"),
        (#"{ "cached", ttl = -1 }"#, "service \"engine\": \"scope\" \(expectation), got the integer -1"),
        (#"{ "cached", ttl = 1e300 }"#, "service \"engine\": \"scope\" \(expectation), got the number 1e+300"),
        (#"{ "cached", ttl = "366d" }"#, "service \"engine\": \"scope\" \(expectation), got the string \"366d\""),
        (#"{ "cached", ttl = "soon" }"#, "service \"engine\": \"scope\" \(expectation), got the string \"soon\""),
        (#"{ "cached", ttl = {} }"#, "service \"engine\": \"scope\" \(expectation), got a list"),
        (
            #"{ "cached", tll = 60 }"#,
            """
            service "engine": "scope": there is no key "tll"
                did you mean "ttl"?
            """
        ),
        (
            #"{ "cashed", ttl = 60 }"#,
            "service \"engine\": \"scope\" expects \"cached\" in a table, got the string \"cashed\""
        ),
        (#"{ ttl = 60 }"#, "service \"engine\": \"scope\" expects \"cached\" in a table, got a table without one"),
        (
            #"{ "cached", "weak", ttl = 60 }"#,
            "service \"engine\": \"scope\" expects one scope, got the string \"weak\""
        ),
        ("60", "service \"engine\": \"scope\" expects a scope's name, or { \"cached\", ttl = 60 }, got the integer 60"),
        (
            #""cashed""#,
            """
            service "engine": there is no scope "cashed"
                did you mean "cached"?
            """
        ),
    ])
    func scopeIsMisspelled(scope: String, complaint: String) {
        #expect(report(Self.engine + "scope = \(scope) }") == "container.lua:1: \(complaint)")
    }

    private static let cached = engine + #"scope = { "cached", ttl = 60 } }"# + "\n"

    @Test(arguments: [
        #"service "car" { type = "Car", args = { engine = ref "engine" } }"#,
        #"service "car" { type = "Car", args = { engine = ref "engine" }, scope = "weak" }"#,
        #"service "car" { type = "Car", args = { engine = ref "engine" }, scope = { "cached", ttl = 30 } }"#,
    ])
    func serviceKeepsOneThatExpires(holder: String) {
        let scope = holder.contains("weak") ? "weak" : holder.contains("30") ? "cached(30s)" : "shared"
        #expect(
            report(Self.cached + holder) == """
                container.lua:2: service "car" has scope "\(scope)", but needs service "engine" (container.lua:1), which expires after 60s
                    use `provider` to resolve it when it is used, or state `outlives = { "cached" }` if the first instance is meant to be kept
                """)
    }

    @Test func serviceKeepsOneThatExpiresThroughOthers() {
        #expect(
            report(
                Self.cached + """
                    alias "motor" "engine"
                    service "car" { type = "Car", args = { engine = ref "motor" }, scope = "transient" }
                    service "other" { factory = function(args, c) return args[1] end, args = { lazy "engine" } }
                    service "fleet" { factory = function(args, c) return args[1] end, args = { ref "car" } }
                    """) == """
                    container.lua:4: service "other" has scope "shared", but needs service "engine" (container.lua:1), which expires after 60s
                        use `provider` to resolve it when it is used, or state `outlives = { "cached" }` if the first instance is meant to be kept
                    container.lua:5: service "fleet" has scope "shared", but needs service "engine" (container.lua:1), which expires after 60s
                        fleet -> car -> motor -> engine
                        use `provider` to resolve it when it is used, or state `outlives = { "cached" }` if the first instance is meant to be kept
                    """)
    }

    @Test(arguments: [
        #"service "car" { type = "Car", args = { engine = ref "engine" }, outlives = "cached" }"#,
        #"service "car" { type = "Car", args = { engine = ref "engine" }, scope = "transient" }"#,
        #"service "car" { type = "Car", args = { engine = ref "engine" }, scope = "graph" }"#,
        #"service "user" { factory = function(args, c) return args[1] end, args = { provider "engine" } }"#,
        #"decorate "engine" { factory = function(args) return args[1] end, args = { inner } }"#,
        #"extend "engine" { scope = { "cached", ttl = "5m" } }"#,
    ])
    func serviceMayUseOneThatExpires(user: String) {
        #expect(report(Self.cached + user) == "")
    }

    @Test func decoratorThatLivesLongerKeepsOneThatExpires() {
        let decorator =
            #"decorate "engine" { factory = function(args) return args[1] end, args = { inner }, scope = "shared" }"#
        #expect(report(Self.cached + decorator).contains("which expires after 60s"))
    }

    @Test(arguments: [
        (
            #"scopes { "cached" }"#,
            #"container.lua:1: scopes: every container has the scope "cached", which cannot be declared"#
        ),
        (
            #"scopes { request = { within = "cached" } }"#,
            """
            container.lua:1: scopes: "request" cannot open within "cached", which is never opened
                leave out `within` for a scope that opens on its own
            """
        ),
        (
            engine + #"scope = { "cached", ttl = 60 }, start = "honk" }"#,
            """
            container.lua:1: service "engine" has scope "cached(60s)", so "start" has no instance to use
                the container holds instances of shared services only
            """
        ),
        (
            #"service "engine" { type = "Engine", synthetic = true, scope = { "cached", ttl = 60 } }"#,
            """
            container.lua:1: service "engine": "synthetic" and scope "cached(60s)" cannot be combined
                the application supplies one instance, which is shared
            """
        ),
    ])
    func cachedScopeCannotBeUsedThere(script: String, complaint: String) { #expect(report(script) == complaint) }

    @Test func applicationStatesATimeThatIsNone() throws {
        #expect(
            message {
                _ = try Container(text: "", types: [], environment: .dev) {
                    $0.register("a", scope: .cached(for: .zero), file: "App.swift", line: 1) { _ in 1 }
                    $0.register("b", scope: .cached(for: .seconds(366 * 86_400)), file: "App.swift", line: 2) { _ in 1 }
                }
            } == """
                App.swift:1: service "a": an instance cannot be used for 0.0 seconds
                    state a time of up to 365 days
                App.swift:2: service "b": an instance cannot be used for 31622400.0 seconds
                    state a time of up to 365 days
                """)
    }

    @Test func callsThatDoNotFit() throws {
        let container = try wire(Self.cached)
        #expect(
            message { try container.supply(Engine(brand: "b", cylinders: 4), for: "engine") } == """
                container.lua:1: service "engine" has scope "cached(60s)" and cannot be supplied
                    only shared services can be supplied
                """)
        #expect(
            message { _ = try container.openScope("cached") } == """
                scope "cached" cannot be opened: every container has it
                    declare a scope: `scopes { "request" }`
                """)
    }

    @Test(arguments: [
        (ServiceScope.cached(for: .seconds(60)), "cached(60s)"), (.cached(for: .milliseconds(250)), "cached(250ms)"),
        (.cached(for: .microseconds(1500)), "cached(1500us)"), (.cached(for: .nanoseconds(1)), "cached(1ns)"),
        (.named("cached"), "cached"), (.named("cached(soon)"), "cached(soon)"), (.shared, "shared"),
    ])
    func scopeIsReadFromItsText(scope: ServiceScope, text: String) {
        #expect(scope.rawValue == text)
        #expect(ServiceScope(rawValue: text) == scope)
    }
}
