import Moonwire
import Testing

/// A service that needs one which does not live as long.
@Suite struct ScopeLifetimeTests {
    private static let scopes = """
        scopes { "session", "job", request = { within = "session" } }
        service "engine" { type = "Engine", args = { brand = "a" }, scope = "request" }
        """

    private func report(_ script: String) -> String { message { _ = try wire(Self.scopes + "\n" + script) } }

    private func hint(_ scope: String) -> String {
        "    use `provider` or `lazy` to resolve it when it is used, "
            + "or state `outlives = { \"\(scope)\" }` if the first instance is meant to be kept"
    }

    @Test func sharedServiceNeedsOneOfAScope() {
        #expect(
            report(
                """
                service "car" {
                    type = "Car",
                    args = { engine = ref "engine" },
                }
                """) == """
                    container.lua:5: service "car" has scope "shared", but needs service "engine" (container.lua:2), \
                    which only exists in scope "request"
                    \(hint("request"))
                    """)
    }

    @Test func everyPathCounts() {
        #expect(
            report(
                """
                alias "motor" (ref "engine")
                service "each" { type = "Car", args = { engine = ref "motor" }, scope = "transient", tags = { "cars" } }
                service "mine" { type = "Car", args = { engine = ref "engine", trailer = ref "each" }, scope = "session" }
                service "weak" { type = "Car", args = { engine = inline { type = "Engine", args = { "b" } }, trailer = ref "each" }, scope = "weak" }
                service "garage" { type = "Rack", args = { driving = tagged "cars" } }
                service "asking" { factory = function() return 1 end, uses = { "engine" } }
                service "work" { type = "Car", args = { engine = ref "engine" }, scope = "job" }
                """) == """
                    container.lua:5: service "mine" has scope "session", but needs service "engine" (container.lua:2), \
                    which only exists in scope "request"
                    \(hint("request"))
                    container.lua:6: service "weak" has scope "weak", but needs service "engine" (container.lua:2), \
                    which only exists in scope "request"
                        weak -> each -> motor -> engine
                    \(hint("request"))
                    container.lua:7: service "garage" has scope "shared", but needs service "engine" (container.lua:2), \
                    which only exists in scope "request"
                        garage -> each -> motor -> engine
                    \(hint("request"))
                    container.lua:8: service "asking" has scope "shared", but needs service "engine" (container.lua:2), \
                    which only exists in scope "request"
                    \(hint("request"))
                    container.lua:9: service "work" has scope "job", but needs service "engine" (container.lua:2), \
                    which only exists in scope "request"
                    \(hint("request"))
                    """)
    }

    @Test func decoratorThatLivesLongerThanItsServiceIsAFault() {
        #expect(
            report(
                """
                service "car" { type = "Car", args = { engine = ref "engine" }, scope = "request" }
                decorate "car" { type = "Car", args = { engine = inline { type = "Engine", args = { "b" } }, trailer = inner }, scope = "shared" }
                """) == """
                    container.lua:4: decorator of "car" has scope "shared", but needs service "car" (container.lua:3), \
                    which only exists in scope "request"
                    \(hint("request"))
                    """)
        // Without a scope, it has that of the service.
        #expect(
            report(
                """
                service "car" { type = "Car", args = { engine = ref "engine" }, scope = "request" }
                decorate "car" { type = "Car", args = { engine = ref "engine", trailer = inner } }
                """) == "")
    }

    @Test func handlesAndOuterScopesAreAllowed() {
        #expect(
            report(
                """
                service "spare" { type = "Engine", args = { brand = "b" }, scope = "session" }
                service "car" { type = "Car", args = { engine = ref "spare" }, scope = "request" }
                service "remote" { type = "Remote", args = { engine = lazy "engine", engines = provider "engine" } }
                service "late" { type = "Remote", args = { engine = lazy "engine" }, scope = "session" }
                """) == "")
    }

    @Test func longerLifeIsStated() {
        #expect(
            report(
                """
                service "car" { type = "Car", args = { engine = ref "engine" }, outlives = { "request" } }
                service "next" { type = "Car", args = { engine = ref "engine", trailer = ref "car" }, outlives = "request" }
                service "last" { parent = "car" }
                service "wrong" { type = "Car", args = { engine = ref "engine" }, outlives = { "session" } }
                """) == """
                    container.lua:6: service "wrong" has scope "shared", but needs service "engine" (container.lua:2), \
                    which only exists in scope "request"
                    \(hint("request"))
                    """)
        #expect(
            report(
                """
                service "car" {
                    type = "Car", args = { engine = ref "engine" }, scope = "request",
                    outlives = { "requests", 3, "shared" },
                }
                """) == """
                    container.lua:5: service "car": "outlives" expects a scope or a list of scopes, got the integer 3
                    container.lua:5: service "car": there is no scope "requests"
                        did you mean "request"?
                    container.lua:5: service "car": there is no scope "shared"
                        the scopes are session, job, request, cached
                    """)
    }
}
