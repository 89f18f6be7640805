import Moonwire
import MoonwireCore
import Testing

/// The word `scopes`, and the checks of services that have one.
@Suite struct ScopesTests {
    private func report(_ script: String, files: [String: String] = [:]) -> String {
        message { _ = try wire(script, files: files) }
    }

    @Test func servicesHaveDeclaredScopes() throws {
        #expect(
            report(
                """
                scopes { "session", request = { within = "session" } }
                service "user" { type = "Engine", synthetic = true, scope = "session" }
                service "engine" { type = "Engine", args = { brand = "a" }, scope = "request" }
                service "car" { type = "Car", args = { engine = ref "engine" }, scope = "request" }
                service "other" { type = "Car", args = { engine = ref "user" }, scope = "request" }
                service "each" { type = "Car", args = { engine = ref "engine" }, scope = "transient" }
                """) == "")
    }

    @Test func scopesAreDeclaredAfterTheirServicesAndInOtherFiles() throws {
        #expect(
            report(
                """
                service "engine" { type = "Engine", args = { brand = "a" }, scope = "request" }
                include "scopes.lua"
                """, files: ["scopes.lua": #"scopes { "request" } scopes { "request" }"#]) == "")
    }

    @Test func applicationDeclaresScopes() throws {
        let script = #"service "engine" { type = "Engine", args = { brand = "a" }, scope = "request" }"#
        #expect(
            message {
                _ = try Container(text: script, types: Garage.types, environment: .dev) {
                    $0.registerScope("session")
                    $0.registerScope("request", within: "session")
                }
            } == "")
        #expect(
            message {
                _ = try Container(text: script, types: Garage.types, environment: .dev) {
                    $0.registerScope("reqest", file: "App.swift", line: 1)
                    $0.registerScope("a b", file: "App.swift", line: 2)
                }
            } == """
                App.swift:2: "a b" is not a valid name of a scope
                    a name consists of letters, digits, and underscores, and does not begin with a digit
                container.lua:1: service "engine": there is no scope "request"
                    did you mean "reqest"?
                """)
    }

    @Test func manifestContainsTheScopesOfTheApplication() throws {
        let container = try Container(text: "", types: [Engine.self], environment: .dev) {
            $0.registerScope("request")
        }
        let types = try TypeRegistry(manifest: try container.types.manifest())
        #expect(types.scopes == ["shared", "transient", "graph", "weak", "request"])
    }

    @Test func undeclaredScopesAreFaults() {
        #expect(
            report(
                """
                scopes { "request", "job" }
                defaults { scope = "reqest" }
                service "engine" { type = "Engine", args = { brand = "a" } }
                service "spare" {
                    type = "Engine",
                    args = { brand = "b" },
                    scope = "sessions",
                }
                service "car" { type = "Car", args = { engine = inline { type = "Engine", args = { "c" }, scope = "jbo" } } }
                decorate "car" { type = "Car", args = { engine = ref "spare", trailer = inner }, scope = "Request" }
                """) == """
                    container.lua:2: defaults: there is no scope "reqest"
                        did you mean "request"?
                    container.lua:7: service "spare": there is no scope "sessions"
                        the scopes are shared, transient, graph, weak, cached, request, job
                    container.lua:9: inline service: there is no scope "jbo"
                        did you mean "job"?
                    container.lua:10: decorator of "car": there is no scope "Request"
                        did you mean "request"?
                    """)
    }

    @Test func helperFunctionsAreNamedWithTheirCallers() {
        #expect(
            report(
                """
                local function engine(id)
                    service(id) { type = "Engine", args = { brand = id }, scope = "requset" }
                end
                engine "a"
                scopes { "request" }
                """) == """
                    container.lua:2: service "a": there is no scope "requset"
                        did you mean "request"?
                        called from container.lua:4
                    """)
    }

    @Test func mistakesInTheTableAreFaults() {
        #expect(
            report(
                """
                scopes "request"
                scopes {}
                scopes { 1, "a b", "request" }
                scopes { request = "session" }
                scopes { request = { withn = "session" } }
                scopes { request = { within = 3 } }
                scopes { [true] = 1 }
                """) == """
                    container.lua:1: scopes expects a table of names, got the string "request"
                        write `scopes { "request" }`
                    container.lua:2: scopes expects a table of names, got an empty table
                        write `scopes { "request" }`
                    container.lua:3: "a b" is not a valid name of a scope
                        a name consists of letters, digits, and underscores, and does not begin with a digit
                    container.lua:3: scopes: a list of names expects a string, got the integer 1
                        write `request = { within = "session" }` for a scope that opens within another one
                    container.lua:4: scopes: "request" expects a table, got the string "session"
                        write `request = { within = "…" }`, or `"request"` for a scope that opens on its own
                    container.lua:5: scopes: "request": there is no key "withn"
                        did you mean "within"?
                    container.lua:6: scopes: "request": "within" expects a scope's name, got the integer 3
                    container.lua:7: scopes: a key is the Boolean true
                        keys must be strings, or list indices from 1
                    """)
    }

    @Test func declarationsThatDoNotFitAreFaults() {
        #expect(
            report(
                """
                scopes { "shared", "session", a = { within = "b" }, b = { within = "a" } }
                scopes { request = { within = "sesion" }, job = { within = "weak" } }
                scopes { session = { within = "request" } }
                scopes { own = { within = "own" } }
                """) == """
                    container.lua:1: scopes: "a" opens within itself: a -> b -> a
                    container.lua:1: scopes: every container has the scope "shared", which cannot be declared
                    container.lua:2: scopes: "job" cannot open within "weak", which is never opened
                        leave out `within` for a scope that opens on its own
                    container.lua:2: scopes: "request": there is no scope "sesion"
                        did you mean "session"?
                    container.lua:3: scopes: "session" opens within "request" here, and on its own at container.lua:1
                        declare a scope once, or the same way each time
                    container.lua:4: scopes: "own" opens within itself: own -> own
                    """)
    }

    @Test func thereIsALimitOfScopes() {
        let names = (0...100).map { "\"s\($0)\"" }.joined(separator: ", ")
        #expect(report("scopes { \(names) }") == "container.lua:1: scripts can declare at most 100 scopes")
    }

    @Test func syntheticServicesHaveAScopeThatHoldsInstances() {
        #expect(
            report(
                """
                scopes { "request" }
                service "user" { type = "Engine", synthetic = true, scope = "request", stop = "describe" }
                service "other" { type = "Engine", synthetic = true, scope = "graph" }
                """
            ).contains(#"container.lua:3: service "other""#))
    }
}
