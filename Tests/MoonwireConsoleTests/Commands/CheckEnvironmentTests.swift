import Moonwire
import MoonwireConsole
import Testing

@Suite struct CheckEnvironmentTests {
    private static let script = """
        environments { "dev", "test", "live" }
        service "mailer" { type = "Mailer", args = { ref "transport" } }
        when("test", function() service "transport" { type = "Silence", key = 1 } end)
        when("live", function() service "transport" { type = "Transport" } end)
        service "other" { type = "Other", args = { "%nowhere%" } }
        """

    @Test func faultOfSomeEnvironmentsNamesThem() throws {
        let folder = try Folder(["container.lua": Self.script])
        let check = folder.check("container.lua")
        #expect(
            check.output == """
                container.lua:2:51: error: service "mailer": argument 1 refers to "transport", which is not defined
                    in environment "dev"
                container.lua:3:65: error: service "transport": there is no key "key"
                    the keys are type, args, factory, uses, scope, set, call, configure, synthetic, reload, eager, lazy, start, run, ready, on_return, on_failure, after, health, handover, stop, outlives, tags, parent, abstract, public, deprecated
                    in environment "test"
                container.lua:5:46: error: service "other": argument 1 refers to parameter "nowhere", which is not defined
                \(uncheckedNote)
                3 faults in 3 environments
                """)
        #expect(check.status == .faults)
    }

    @Test func faultOfSeveralEnvironmentsNamesAllOfThem() throws {
        let folder = try Folder([
            "container.lua": "when(\"dev\", function() service \"smtp\" { type = \"A\" } end)\nalias \"mail\" \"smtp\""
        ])
        let output = folder.check("container.lua").output
        #expect(
            output.hasPrefix(
                """
                container.lua:2:15: error: alias "mail" refers to "smtp", which is not defined
                    in environments "test", "prod"

                """))
    }

    @Test func environmentOptionChecksOneEnvironment() throws {
        let folder = try Folder(["container.lua": Self.script])
        let live = folder.check("container.lua", options: ["--environment", "live"])
        #expect(
            live.output == """
                container.lua:5:46: error: service "other": argument 1 refers to parameter "nowhere", which is not defined
                \(uncheckedNote)
                1 fault in 1 environment
                """)
    }

    @Test func undeclaredEnvironmentIsAFault() throws {
        let folder = try Folder(["container.lua": "environments { \"live\", \"dev\" }"])
        let check = folder.check("container.lua", options: ["--environment=lvie"])
        #expect(
            check.output == """
                error: the container is created for environment "lvie", which is not declared
                    did you mean "live"?
                \(uncheckedNote)
                1 fault in 1 environment
                """)
        #expect(check.status == .faults)
    }

    @Test func onlyDeclaredEnvironmentsAreChecked() throws {
        let folder = try Folder(["container.lua": "environments { \"live\" }"])
        let check = folder.check("container.lua")
        #expect(check.output == uncheckedNote + "\nno faults in 1 environment (0 services, 0 parameters)")
    }

    @Test func variablesThatAreNotSetHereAreWarnings() throws {
        let folder = try Folder([
            "container.lua": """
            local port = env.int "PORT" + 1
            service "transport" {
                type = "Transport",
                args = { host = "http://" .. env.string "HOST", port = port },
            }
            parameters { level = env.enum("LEVEL", { "low", "high" }), list = env.list("LIST", {}) }
            """
        ])
        let check = folder.check("container.lua", variables: ["LEVEL": "low"])
        #expect(
            check.output == """
                container.lua:1:23: warning: environment variable "PORT" is not set here
                    `env.int("PORT", …)` gives it a default
                container.lua:4:46: warning: environment variable "HOST" is not set here
                    `env.string("HOST", …)` gives it a default
                \(uncheckedNote)
                no faults, 2 warnings in 3 environments (1 service, 2 parameters)
                """)
        #expect(check.status == .clean)
    }

    @Test func variablesOfTheWrongKindAreFaults() throws {
        let folder = try Folder(["container.lua": "local port = env.int \"PORT\" + 1"])
        let check = folder.check("container.lua", variables: ["PORT": "many"])
        #expect(
            check.output == """
                container.lua:1:23: error: environment variable "PORT" must be an integer, got "many"
                \(uncheckedNote)
                1 fault in 3 environments
                """)
        #expect(check.status == .faults)
    }

    @Test func variablesThatAreReadForBuildsAreChecked() throws {
        let folder = try Folder([
            "container.lua": """
            parameters { password = env.secret "PASSWORD", port = "%env(int:PORT)%", url = "http://%env(HOST)%/" }
            service "mailer" {
                type = "Mailer",
                args = { inline { type = "Transport", args = { { env.secret "TOKEN" } } } },
            }
            inject { slot = "Mailer.key", value = env.secret "KEY" }
            """
        ])
        let check = folder.check("container.lua", variables: ["PORT": "many", "HOST": "localhost"])
        #expect(
            check.output == """
                container.lua:1:37: warning: environment variable "PASSWORD" is not set here
                container.lua:1:65: error: environment variable "PORT" must be an integer, got "many"
                container.lua:4:66: warning: environment variable "TOKEN" is not set here
                container.lua:6:51: warning: environment variable "KEY" is not set here
                \(uncheckedNote)
                1 fault, 3 warnings in 3 environments
                """)
    }
}
