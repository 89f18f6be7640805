import LuaRuntime
import Moonwire
import MoonwireObjects
import Testing

private let phone = """
    implementation "Screen.phone" {
        title = "a", button = inline { type = "Button", args = { text = "OK" } }, open = function(screen, row) return "" end,
    }

    """

/// Computes the name of its implementation with a resource.
private final class Naming: Implemented {
    @Resource var title: String
    private(set) var said = ""

    var implementation: String {
        said = message { _ = try $title.get() }
        return "phone"
    }
}

/// Shows what scripts return to it.
private final class Vault: Exposed, Implemented, @unchecked Sendable {  // Tests use it on one thread.
    let implementation = "safe"
    @Resource var open: Action<Int>
    @Scripted var level = 0
    @Overridable var count = { @Sendable in 0 }

    static let exposure = Exposure(Vault.self) {
        Initializer { Vault() }
        Property("secret") { (_: Vault) in "hunter22" }
    }
}

/// Implementations in larger numbers, in subclasses, and in rules.
@Suite struct ImplementationLimitTests {
    private func fault(_ text: String) -> String {
        message { _ = try screens(phone + text, types: [Screen.self, Tablet.self, Button.self]) }
    }

    /// Services that compared their names with those of all implementations would exceed the limit.
    @Test(.timeLimit(.minutes(1))) func manyImplementationsAreCheckedQuickly() throws {
        func text(_ name: String) -> String {
            """
            for i = 1, 6000 do
                implementation("Screen.n" .. i) { title = "a", open = function() end, button = ref "button" }
                service("s" .. i) { type = "Screen", args = { implementation = "\(name)" .. i } }
            end
            service "button" { type = "Button", args = { text = "OK" } }
            """
        }
        let container = try screens(text("n"))
        #expect(try container.resolve("s5999", as: Screen.self).title == "a")
        let said = message { _ = try screens(text("zebra")) }
        #expect(said.contains(#"implementation "Screen.zebra1" is not defined"#), "\(said.prefix(1_000))")
    }

    @Test(arguments: [
        (
            #"service "s" { type = "Tablet", args = { implementation = "phone" } }"#,
            """
            container.lua:4: service "s": implementation "Tablet.phone" has no "columns"
                Tablet declares it as Int
            """
        ),
        (
            #"service "s" { type = "Screen", args = { "phon" } }"#,
            """
            container.lua:4: service "s": implementation "Screen.phon" is not defined
                did you mean "phone"?
            """
        ),
        (
            #"parameters { end_ = "es" } service "s" { type = "Screen", args = { implementation = "phon%end_%" } }"#,
            """
            container.lua:4: service "s": implementation "Screen.phones" is not defined
                did you mean "phone"?
            """
        ),
        (
            #"implementation "Screen.dark." {}"#,
            """
            container.lua:4: implementation expects the name of a type and of its implementation, got "Screen.dark."
                write `implementation "Type.name" { … }`
            """
        ),
    ]) func faults(_ script: String, _ expected: String) {
        let said = fault(script)
        #expect(said == expected)
    }

    @Test func whatTheEnvironmentOrARuleGivesIsNoFault() {
        #expect(
            fault(
                """
                parameters { size = "%env(PATH)%" }
                service "a" { type = "Screen", args = { implementation = param "size" } }
                service "b" { type = "Tablet", args = { implementation = "phone" } }
                inject { slot = "Tablet.columns", value = 3 }
                """) == "")
    }

    @Test(arguments: ["phone.dark", ""]) func aNameThatNoImplementationCanHaveIsExplained(_ name: String) throws {
        let container = try screens("")
        let screen = Screen(implementation: name)
        try container.inject(into: screen)
        #expect(
            message { _ = try screen.$title.get() } == """
                MoonwireObjectsTests/Screens.swift:22: slot Screen.title: implementation "Screen.\(name)" is not defined
                    the name of an implementation is not empty, and has no dots
                """)
    }

    @Test func fewNamesAreListedAndManyAreNot() throws {
        func said(_ count: Int) throws -> String {
            let container = try screens(
                """
                for i = 1, \(count) do
                    implementation("Screen.n" .. i) { title = "a", open = function() end, button = function() end }
                end
                """)
            let screen = Screen(implementation: "zebra")
            try container.inject(into: screen)
            return message { _ = try screen.$title.get() }
        }
        #expect(try said(12).contains("its implementations are n1, n10, n11, n12, n2"))
        #expect(try said(13).contains(#"write `implementation "Screen.zebra" { … }` in a script"#))
    }

    @Test func aFunctionInARuleForAnActionIsTheAction() throws {
        let container = try screens(
            phone + #"inject { slot = "Screen.open", value = function(screen, row) return screen.title .. row end }"#)
        let screen = Screen(implementation: "phone")
        try container.inject(into: screen)
        #expect(try screen.open(4) == "a4")
        #expect(try screen.open(5) == "a5")
    }

    @Test func aNameThatDependsOnAResourceIsAnError() throws {
        let container = try screens(
            #"implementation "Naming.phone" { title = "a" }"#
        ) { $0.registerOwner(Naming.self) }
        let naming = Naming()
        try container.inject(into: naming)
        #expect(try naming.$title.get() == "a")
        #expect(
            naming.said.hasSuffix("slot Naming.title: the name of the implementation depends on this slot"),
            "\(naming.said)")
    }

    @Test func messagesAboutResultsShowNoSecrets() throws {
        let container = try Container(
            text: """
                parameters { key = env.secret "KEY" }
                local function leak(vault) return vault.secret end
                implementation "Vault.safe" { open = leak }
                accessor "Vault.level" { get = leak }
                around "Vault.count" (function(original, vault) return vault.secret end)
                """, types: [Vault.self], environment: .test, variables: EnvironmentVariables { _ in "hunter22" }
        ) { $0.addObjects() }
        let vault = Vault()
        try container.inject(into: vault)
        for said in [
            message { _ = try vault.open() }, message { _ = try vault.$level.get() },
            message { _ = try vault.count() },
        ] {
            #expect(said.contains("expects an integer, got the string \"***\""), "\(said)")
        }
    }

    /// Calls itself through Swift.
    private final class Loop: Exposed, Implemented, @unchecked Sendable {  // Tests use it on one thread.
        let implementation = "endless"
        @Resource var go: Action<Int, Int>

        private func again(_ count: Int) throws -> Int { try go(count + 1) }

        static let exposure = Exposure(Loop.self) {
            Initializer { Loop() }
            Method("again", Loop.again, "count")
        }
    }

    @Test func anActionThatCallsItselfThroughSwiftIsAnError() throws {
        let container = try screens(
            #"implementation "Loop.endless" { go = function(self, count) return self:again(count) end }"#,
            types: [Loop.self])
        let loop = Loop()
        try container.inject(into: loop)
        let said = message { _ = try loop.go(1) }
        #expect(said.contains("nested too deeply"), "\(said)")
    }

    @Test func aScriptThatKeepsItsOwnerDoesNotKeepItAlive() throws {
        let container = try screens(
            "local kept\n" + phone.replacing("return \"\"", with: "kept = screen return \"\""))
        weak var released: Screen?
        do {
            let screen = Screen(implementation: "phone")
            try container.inject(into: screen)
            #expect(try screen.open(1) == "")
            released = screen
        }
        #expect(released == nil)
    }

    @Test func anAccessorThatKeepsItsOwnerDoesNotKeepItAlive() throws {
        let container = try screens(
            """
            local kept
            implementation "Vault.safe" { open = function() end }
            accessor "Vault.level" { get = function(vault, current) kept = vault return current end }
            """, types: [Vault.self])
        weak var released: Vault?
        do {
            let vault = Vault()
            try container.inject(into: vault)
            #expect(try vault.$level.get() == 0)
            released = vault
        }
        #expect(released == nil)
    }
}
