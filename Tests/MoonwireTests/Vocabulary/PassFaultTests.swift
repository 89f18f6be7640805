import Moonwire
import Testing

/// Mistakes in passes, and in calls of `pass`.
@Suite struct PassFaultTests {
    private func said(_ text: String) -> String { message { _ = try wire(PassTests.services + text) } }

    @Test(arguments: [
        ("error \"no\"", "container.lua:6: pass \"look\" failed: no\n    the pass is at container.lua:5"),
        (
            "return false, \"no\"",
            """
            container.lua:5: pass "look" failed: the function returned the Boolean false, which has no effect
                `report.fault("message", definition)` reports a fault
            """
        ),
        (
            "return nil, \"no\"",
            """
            container.lua:5: pass "look" failed: the function returned the string "no", which has no effect
                `report.fault("message", definition)` reports a fault
            """
        ),
        (
            "report.fault(\"x\", report)",
            """
            container.lua:6: pass "look" failed: report.fault expects a definition or its id, got the report
                the pass is at container.lua:5
            """
        ),
        (
            "report.fault = print",
            """
            container.lua:6: pass "look" failed: "fault" of report cannot be set
                the pass is at container.lua:5
            """
        ),
        (
            "report.fualt(\"x\")",
            """
            container.lua:6: pass "look" failed: report has no property or method "fualt"
                did you mean "fault"?
                the pass is at container.lua:5
            """
        ),
        (
            "report.fault(definitions.car, \"x\")",
            """
            container.lua:6: pass "look" failed: report.fault expects a message, got a definition
                the pass is at container.lua:5
            """
        ),
        (
            "report.fault(\"x\", 7)",
            """
            container.lua:6: pass "look" failed: report.fault expects a definition or its id, got the integer 7
                the pass is at container.lua:5
            """
        ),
        (
            "report.fault(\"x\", \"cars\")",
            """
            container.lua:6: pass "look" failed: report.fault: service "cars" is not defined
                did you mean "car"?
                the pass is at container.lua:5
            """
        ),
        (
            "report.fault(\"x\", \"car\", 1)",
            """
            container.lua:6: pass "look" failed: report.fault expects a key such as "args.name", got the integer 1
                the pass is at container.lua:5
            """
        ),
        (
            "report.fault(\"x\", \"car\", \"args\", 1)",
            """
            container.lua:6: pass "look" failed: report.fault takes 3 arguments, got 4
                write `report.fault("message", definition, "args.name")`
                the pass is at container.lua:5
            """
        ),
        (
            "definitions.car.scope = \"shared\"",
            """
            container.lua:6: pass "look" failed: "scope" of definition cannot be set
                the pass is at container.lua:5
            """
        ),
    ])
    func passesThatFailAreFaults(body: String, expected: String) {
        #expect(said("pass(\"look\", function(definitions, report)\n\(body) end)") == expected)
    }

    @Test(arguments: [
        ("pass()", "container.lua:5: pass expects a name, got no value"),
        ("pass \"look\"", "container.lua:5: pass \"look\" expects a function, got no value"),
        ("pass(\"look\", { })", "container.lua:5: pass \"look\" expects a function, got a map"),
        (
            "pass(\"look\", function() end, { priority = \"high\", once = true })",
            """
            container.lua:5: pass "look": "priority" expects an integer, got the string "high"
            container.lua:5: pass "look": there is no key "once"
                the keys are priority, stage
            """
        ),
        (
            "pass(\"look\", function() end, 7)",
            "container.lua:5: pass \"look\": what follows the function expects a table, got the integer 7"
        ),
    ])
    func mistakesInTheCallAreFaults(call: String, expected: String) {
        #expect(said(call) == expected)
    }
}
