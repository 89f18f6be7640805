import Moonwire
import MoonwireObjects
import Testing

private let rest = """
    button = inline { type = "Button", args = { text = "OK" } },
        open = function(screen, row) return row end,
    """

/// Each mistake with an implementation, word for word.
@Suite struct ImplementationMessageTests {
    private func fault(_ text: String) -> String {
        message { _ = try screens(text, types: [Screen.self, Button.self, Nameless.self]) }
    }

    @Test(arguments: [
        ("implementation()", "container.lua:1: implementation expects `Owner.name` as a string, got no value"),
        (
            "implementation \"phone\" {}",
            """
            container.lua:1: implementation expects the name of a type and of its implementation, got "phone"
                write `implementation "Type.phone" { … }`
            """
        ),
        (
            "implementation \"Screen.phone\"",
            """
            container.lua:1: implementation "Screen.phone" is incomplete: a table must follow
                write `implementation "Screen.phone" { … }`
            """
        ),
        (
            "implementation \"Screen.phone\" (7)",
            "container.lua:1: implementation \"Screen.phone\" expects a table, got the integer 7"
        ),
        (
            "implementation(\"Screen.phone\", {})",
            """
            container.lua:1: implementation takes 1 argument, got 2
                write `implementation "Screen.phone" { … }`
            """
        ),
        (
            "implementation \"Scren.phone\" {}",
            """
            container.lua:1: implementation "Scren.phone": no owner "Scren" is known
                did you mean "Screen"?
            """
        ),
        (
            "implementation \"Zebra.phone\" {}",
            """
            container.lua:1: implementation "Zebra.phone": no owner "Zebra" is known
                `services.registerOwner(Zebra.self)` registers an owner that the application creates itself
            """
        ),
        (
            "implementation \"Button.phone\" {}",
            """
            container.lua:1: implementation "Button.phone": Button has no resources
                declare them with `@Resource`
            """
        ),
        (
            "implementation \"Screen.phone\" {\n    \(rest)\n}",
            """
            container.lua:1: implementation "Screen.phone" has no "title"
                Screen declares it as String
            """
        ),
        (
            "implementation \"Screen.phone\" {\n    title = \"a\", \(rest)\n    rowz = {},\n}",
            """
            container.lua:4: implementation "Screen.phone": Screen has no resource "rowz"
                did you mean "rows"?
            """
        ),
        (
            "implementation \"Screen.phone\" {\n    title = \"a\", \(rest)\n    zebra = {},\n}",
            """
            container.lua:4: implementation "Screen.phone": Screen has no resource "zebra"
                its resources are title, button, open, rows, note
            """
        ),
        (
            "implementation \"Screen.phone\" {\n    title = 7, \(rest)\n}",
            "container.lua:2: implementation \"Screen.phone\": \"title\" expects a string, got the integer 7"
        ),
        (
            "implementation \"Screen.phone\" {\n    title = \"a\",\n    rows = { 1, \"b\" }, \(rest)\n}",
            "container.lua:3: implementation \"Screen.phone\": \"rows\" at 2 expects an integer, got the string \"b\""
        ),
        (
            "implementation \"Screen.phone\" {\n    title = param \"titel\", \(rest)\n}\nparameters { title = \"a\" }",
            """
            container.lua:2: implementation "Screen.phone": "title" refers to parameter "titel", which is not defined
                did you mean "title"?
            """
        ),
        (
            "implementation \"Screen.phone\" {\n    title = ref \"titel\", \(rest)\n}",
            "container.lua:2: implementation \"Screen.phone\": \"title\" refers to \"titel\", which is not defined"
        ),
        (
            "implementation \"Screen.phone\" {\n    title = skip, \(rest)\n}",
            """
            container.lua:2: implementation "Screen.phone": `skip` is not a value
                it is only allowed as `inject { …, value = skip }`; use `null` for an empty value
            """
        ),
        (
            "implementation \"Screen.phone\" {\n    title = argument \"a\", \(rest)\n}",
            "container.lua:2: implementation \"Screen.phone\": `argument \"a\"` is only allowed in the definition of a service"
        ),
        (
            "implementation \"Screen.phone\" {\n    title = \"a\", open = \"b\",\n"
                + "    button = inline { type = \"Button\", args = { text = \"OK\" } },\n}",
            "container.lua:2: implementation \"Screen.phone\": \"open\" expects Action<String, Int>, got the string \"b\""
        ),
        (
            "implementation \"Screen.phone\" {\n    title = \"a\", \(rest)\n    7,\n}",
            "container.lua:4: implementation \"Screen.phone\""
        ),
        (
            "implementation \"Screen.phone\" {\n    title = \"a\", \(rest)\n}\n"
                + "service \"s\" {\n    type = \"Screen\",\n    args = { implementation = \"phon\" },\n}",
            """
            container.lua:7: service "s": implementation "Screen.phon" is not defined
                did you mean "phone"?
            """
        ),
        (
            "service \"s\" { type = \"Screen\", args = { implementation = \"phone\" } }",
            """
            container.lua:1: service "s": implementation "Screen.phone" is not defined
                write `implementation "Screen.phone" { … }` in a script
            """
        ),
    ]) func faults(_ script: String, _ expected: String) {
        let said = fault(script)
        #expect(said.contains(expected), "\(said)")
    }

    @Test func aResourceThatIsDefinedTwiceIsAWarning() throws {
        let container = try screens(
            "implementation \"Screen.phone\" {\n    title = \"a\", \(rest)\n}\n"
                + "implementation \"Screen.phone\" { title = \"b\" }")
        #expect(
            container.diagnostics.entries.map { "\($0)" } == [
                "container.lua:5: warning: implementation \"Screen.phone\": \"title\" is defined again; "
                    + "this replaces the rule at container.lua:1"
            ])
    }

    private enum Other {
        final class Screen: Exposed, Implemented, @unchecked Sendable {  // Never used.
            let implementation = ""

            init() {}

            static let exposure = Exposure(Screen.self) { Initializer { Screen() } }
        }
    }

    @Test func aNameOfTwoTypesIsAmbiguous() {
        let said = message {
            _ = try screens("implementation \"Screen.phone\" {}", types: [Screen.self, Other.Screen.self])
        }
        #expect(
            said == """
                container.lua:1: implementation "Screen.phone": owner "Screen" could be "MoonwireObjectsTests.Screen" or "Other.Screen"
                    write the full name
                """)
    }

    @Test func aWordOfAContainerWithoutTheProductIsAFault() {
        let said = message {
            _ = try Container(text: "implementation \"Screen.phone\" {}", types: [Screen.self], environment: .test)
        }
        #expect(said.contains("addObjects()"), "\(said)")
    }

    @Test func aNameThatIsGivenLaterIsCheckedAtTheFirstRead() throws {
        let container = try screens("implementation \"Screen.phone\" {\n    title = \"a\", \(rest)\n}")
        let screen = Screen(implementation: "fone")
        try container.inject(into: screen)
        #expect(
            message { _ = try screen.$title.get() } == """
                MoonwireObjectsTests/Screens.swift:22: slot Screen.title: implementation "Screen.fone" is not defined
                    its implementations are phone
                """)
    }

    @Test func anOwnerWithoutANameIsAnError() throws {
        let container = try screens("", types: [Nameless.self])
        let owner = Nameless()
        try container.inject(into: owner)
        #expect(
            message { _ = try owner.$title.get() } == """
                MoonwireObjectsTests/Screens.swift:53: slot Nameless.title has no implementation: Nameless does not conform to Implemented
                    declare `Nameless: Implemented`, with `var implementation: String`
                """)
    }

    @Test func resultsAreChecked() throws {
        let container = try screens(
            """
            implementation "Screen.phone" {
                title = function(screen) return screen.title end,
                button = function() return 7 end,
                open = function(screen, row) return {} end,
            }
            """)
        let screen = Screen(implementation: "phone")
        try container.inject(into: screen)
        #expect(
            message { _ = try screen.$title.get() } == """
                container.lua:2: implementation "Screen.phone": "title": the function reads the slot that it fills
                    a property with a getter may read all slots of its type that are not exposed under their own names
                    in the function of implementation "Screen.phone": "title" at container.lua:1
                """)
        #expect(
            message { _ = try screen.$button.get() }
                == "container.lua:3: implementation \"Screen.phone\": \"button\" expects Button, got the integer 7")
        #expect(
            message { _ = try screen.open(1) }
                == "container.lua:4: Screen.open: the result of the function expects a string, got a map")
    }
}
