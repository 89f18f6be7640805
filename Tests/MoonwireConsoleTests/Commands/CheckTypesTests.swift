import Foundation
import Moonwire
import MoonwireConsole
import Testing

@Suite struct CheckTypesTests {
    private func folder(_ script: String, scopes: [String] = []) throws -> Folder {
        let folder = try Folder(["container.lua": script])
        var manifest = String(decoding: try mailingTypes().manifest(), as: UTF8.self)
        for scope in scopes { manifest = manifest.replacing("\"weak\"", with: "\"weak\", \"\(scope)\"") }
        try folder.write(manifest, to: "types.json")
        return folder
    }

    private func check(_ folder: Folder, _ options: String...) -> Transcript {
        folder.check("container.lua", options: ["--types", folder.file("types.json")] + options)
    }

    @Test func manifestDeterminesWhatIsWiredByType() throws {
        let script = """
            defaults { args = auto }
            defaults { type = "Transport", tags = "transport" }
            hook.created("tag:transport", function() end)
            service "transport" { type = "Transport", args = { host = "a" } }
            service "mailer" { type = "Mailer" }
            service "second" { type = "Mailer", args = { transport = typed "Transprot" } }
            """
        let folder = try folder(script)
        #expect(
            check(folder).output == """
                container.lua:6:65: error: service "second": `typed "Transprot"`: no exposed type has or provides the type "Transprot"
                    did you mean "Transport"?
                1 fault in 3 environments
                """)
        // Without types, nothing is known of them.
        #expect(
            folder.check("container.lua").output.hasSuffix("no faults in 3 environments (3 services, 0 parameters)"))
    }

    @Test func tagsThatTypesGiveAreNotMissedWithoutThem() throws {
        let folder = try folder(
            """
            defaults { type = "Transport", tags = "transport" }
            defaults { type = "Mailer", scope = "transient" }
            service "transport" { type = "Transport", args = { host = "a" } }
            service "mailer" { type = "Mailer", args = { tagged("transport", { by = "id" }) } }
            service "second" { type = "Mailer", args = { argument "transport" } }
            """)
        let output = folder.check("container.lua").output
        #expect(!output.contains("no service has the tag"))
        #expect(output.hasSuffix("no faults in 3 environments (3 services, 0 parameters)"))
    }

    @Test func manifestAddsTypesLabelsAndArguments() throws {
        let check = check(
            try folder(
                """
                service "transport" { type = "Transprot" }
                service "smtp" { type = "Transport", args = { hots = "localhost", port = "many" } }
                service "mailer" { type = "Mailer", args = { transport = ref "smtp", 2 }, set = { trnsport = 1 } }
                service "made" { factory = { ref "smtp", "mailr" } }
                """))
        #expect(
            check.output == """
                container.lua:1:31: error: service "transport": type "Transprot" is not exposed
                    did you mean "Transport"?
                container.lua:2:47: error: service "smtp": Transport has no argument "hots"
                    did you mean "host"?
                    it takes (host, port?, security?)
                container.lua:2:10: error: service "smtp": Transport needs argument "host" (String)
                    it takes (host, port?, security?)
                container.lua:2:75: error: service "smtp": argument "port" expects an integer, got the string "many"
                container.lua:3:83: error: service "mailer": Mailer has no property "trnsport"
                    did you mean "transport"?
                container.lua:3:46: error: service "mailer": argument "transport" is given by position and by label
                container.lua:4:43: error: service "made": Transport has no method or property "mailr"
                    did you mean "mailer"?
                7 faults in 3 environments
                """)
        #expect(check.status == .faults)
    }

    @Test func scriptWithoutFaultsPassesTheCheckWithAManifest() throws {
        let check = check(
            try folder(
                """
                service "transport" {
                    type = "Transport",
                    args = { host = env.string "HOST", port = env.int "PORT", security = env.string "SECURITY" },
                }
                service "mailer" (function(c) return Mailer { transport = c.get "transport" } end)
                local make = Mailer
                """))
        #expect(
            check.output == """
                container.lua:3:33: warning: environment variable "HOST" is not set here
                    `env.string("HOST", …)` gives it a default
                container.lua:3:56: warning: environment variable "PORT" is not set here
                    `env.int("PORT", …)` gives it a default
                container.lua:3:86: warning: environment variable "SECURITY" is not set here
                    `env.string("SECURITY", …)` gives it a default
                no faults, 3 warnings in 3 environments (2 services, 0 parameters)
                """)
        #expect(check.status == .clean)
    }

    @Test func constructorInAScriptIsRefusedWithAManifest() throws {
        let check = check(try folder("local mailer = Mailer { }"))
        #expect(
            check.output == """
                container.lua:1:1: error: Mailer { … } cannot be used while a script is being read
                    scripts describe services; nothing is built before all of them have been checked
                1 fault in 3 environments
                """)
    }

    @Test func scopesOfTheApplicationComeFromTheManifest() throws {
        let script = "service \"transport\" { type = \"Transport\", args = { \"localhost\" }, scope = \"request\" }"
        let known = check(try folder(script, scopes: ["request"]))
        #expect(known.output == "no faults in 3 environments (1 service, 0 parameters)")
        let unknown = check(try folder(script, scopes: ["requests"]))
        #expect(
            unknown.output == """
                container.lua:1:76: error: service "transport": there is no scope "request"
                    did you mean "requests"?
                1 fault in 3 environments
                """)
    }

    @Test func scopesOfTheApplicationAreNamedByAnOption() throws {
        let folder = try folder(
            """
            scopes { job = { within = "request" } }
            service "engine" { type = "Transport", args = { "localhost" }, scope = "request" }
            service "worker" { type = "Mailer", args = { transport = ref "engine" }, scope = "job" }
            service "visit" { type = "Mailer", args = { transport = ref "engine" }, scope = "session" }
            service "mailer" { type = "Mailer", args = { transport = ref "engine" } }
            """)
        let known = check(folder, "--scope", "request", "--scope", "session")
        #expect(
            known.output == """
                container.lua:5:63: error: service "mailer" has scope "shared", but needs service "engine" (container.lua:2), \
                which only exists in scope "request"
                    use `provider` or `lazy` to resolve it when it is used, \
                or state `outlives = { "request" }` if the first instance is meant to be kept
                1 fault in 3 environments
                """)
        #expect(check(folder, "--scope", "requests").output.contains("there is no scope \"session\""))
    }

    @Test func unknownScopeIsNotAFaultWithoutAManifest() throws {
        let folder = try Folder(["container.lua": "service \"a\" { type = \"A\", scope = \"transiet\" }"])
        let check = folder.check("container.lua")
        #expect(
            check.output == """
                container.lua:1:36: warning: service "a": there is no scope "transiet"
                    did you mean "transient"?
                \(uncheckedNote)
                no faults, 1 warning in 3 environments (1 service, 0 parameters)
                """)
    }

    @Test func syntheticOptionDefinesAService() throws {
        let folder = try folder("service \"mailer\" { type = \"Mailer\", args = { ref \"transport\" } }")
        #expect(check(folder).status == .faults)
        let given = check(folder, "--synthetic", "clock", "--synthetic=transport")
        #expect(given.output == "no faults in 3 environments (1 service, 0 parameters)")
        #expect(given.status == .clean)
    }

    @Test func mountedCommandKnowsTypesAndSwiftServices() throws {
        let folder = try Folder([
            "container.lua": "service \"mailer\" { type = \"Mailer\", args = { ref \"swift\" }, key = 1 }"
        ])
        let mounted = Console.Wiring(types: try mailingTypes(), scripts: [folder.file("container.lua")]) { services in
            services.register("swift") { _ in Transport(host: "localhost", port: 25, security: .plain) }
        }
        let transcript = Transcript(of: Console(program: "Mail", commands: [CheckCommand(mounted)]), ["check"])
        #expect(
            transcript.without(folder.path + "/").output == """
                container.lua:1:61: error: service "mailer": there is no key "key"
                    the keys are type, args, factory, uses, scope, set, call, configure, synthetic, reload, eager, lazy, start, run, ready, on_return, on_failure, after, health, handover, stop, outlives, tags, parent, abstract, public, deprecated
                1 fault in 3 environments
                """)
        #expect(transcript.status == .faults)
    }
}
