import Moonwire
import MoonwireConsole
import Testing

@Suite struct CheckTests {
    @Test func scriptWithoutFaultsPassesTheCheck() throws {
        let folder = try Folder([
            "container.lua": """
            parameters { host = "localhost", smtp = { port = 25, host = "%host%" } }
            service "transport" { type = "Transport", args = { host = "%smtp.host%" } }
            service "mailer" { type = "Mailer", args = { ref "transport" } }
            alias "mail" "mailer"
            """
        ])
        let check = folder.check("container.lua")
        #expect(check.output == uncheckedNote + "\nno faults in 3 environments (2 services, 3 parameters)")
        #expect(check.complaints.isEmpty)
        #expect(check.status == .clean)
    }

    @Test func everyFaultIsReportedInTheOrderOfTheLines() throws {
        let folder = try Folder([
            "container.lua": """
            service "mailer" { type = "Mailer", args = { transport = ref "smpt" } }
            service "smtp" {
                tpye = "Transport",
                type = "Transport",
            }
            service "newsletter" { type = "Newsletter", args = { mailer = ref "mailer", text = "%txt%" } }
            service "smtp" { type = "Transport" }
            """
        ])
        let check = folder.check("container.lua")
        #expect(
            check.output == """
                container.lua:1:63: error: service "mailer": argument "transport" refers to "smpt", which is not defined
                    did you mean "smtp"?
                    needed by newsletter -> mailer
                container.lua:3:5: error: service "smtp": there is no key "tpye"
                    did you mean "type"?
                container.lua:6:86: error: service "newsletter": argument "text" refers to parameter "txt", which is not defined
                container.lua:7:10: warning: service "smtp" is defined again; this replaces the definition at container.lua:2
                \(uncheckedNote)
                3 faults, 1 warning in 3 environments
                """)
        #expect(check.status == .faults)
    }

    @Test func stoppedScriptReportsNoServicesAsMissing() throws {
        let folder = try Folder([
            "container.lua": """
            service "mailer" { type = "Mailer", args = { ref "transport" } }
            local host = hots
            service "transport" { type = "Transport" }
            """
        ])
        let check = folder.check("container.lua")
        #expect(
            check.output == """
                container.lua:2:14: error: "hots" is not defined
                \(uncheckedNote)
                1 fault in 3 environments
                """)
        #expect(check.status == .faults)
    }

    @Test func missingScriptIsAFault() throws {
        let folder = try Folder()
        let check = folder.check("container.lua")
        #expect(
            check.output == """
                error: script "container.lua" does not exist
                    searched in "\(folder.path)"
                \(uncheckedNote)
                1 fault in 3 environments
                """)
        #expect(check.status == .faults)
    }

    @Test func severalFilesAreLayersOfOneContainer() throws {
        let folder = try Folder([
            "container.lua": "service \"mailer\" { type = \"Mailer\", args = { ref \"transport\" } }",
            "test.lua": """
            service "transport" { type = "Silence" }
            service "mailer" { type = "SilentMailer" }
            """,
        ])
        let both = folder.check("container.lua", "test.lua")
        #expect(
            both.output == """
                test.lua:2:10: note: service "mailer" is defined again; this replaces the definition at container.lua:1
                \(uncheckedNote)
                no faults in 3 environments (2 services, 0 parameters)
                """)
        #expect(both.status == .clean)
        #expect(folder.check("container.lua").status == .faults)
    }

    @Test func faultsOfSeveralFilesAreInTheOrderOfTheFiles() throws {
        let folder = try Folder([
            "a.lua": "service \"a\" { type = \"A\", args = { ref \"nobody\" } }",
            "b.lua": "service \"b\" { type = \"B\", key = 1 }",
        ])
        let output = folder.check("a.lua", "b.lua").output
        let places = output.split(separator: "\n").filter { $0.contains(".lua:") }.map { $0.prefix(7) }
        #expect(places == ["a.lua:1", "b.lua:1"])
    }

    @Test func rootOptionIsTheFolderForIncludes() throws {
        let folder = try Folder([
            "wiring/container.lua": "include \"parts/mail.lua\"\nrequire \"shared\"",
            "wiring/parts/mail.lua": "service \"mailer\" { type = \"Mailer\" }",
            "shared.lua": "service \"clock\" { type = \"Clock\" }",
        ])
        let rooted = folder.check("wiring/container.lua", options: ["--root", folder.path])
        #expect(rooted.output == uncheckedNote + "\nno faults in 3 environments (2 services, 0 parameters)")
        let confined = folder.check("wiring/container.lua")
        #expect(
            confined.output.hasPrefix(
                "wiring/container.lua:2:10: error: require \"shared\": there is no file \"wiring/shared.lua\"\n"))
    }
}
