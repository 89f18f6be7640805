import Foundation
import MoonwireConsole
import TestSupport
import Testing

@Suite struct CheckFormatTests {
    @Test func jsonOfCheckHasEveryFieldOfADiagnostic() throws {
        let folder = try Folder([
            "container.lua": """
            service "newsletter" { type = "Newsletter", args = { ref "mailer" } }
            service "mailer" { type = "Mailer", args = { ref "smpt" } }
            service "smtp" { type = "Transport" }
            when("test", function() service "silence" { type = "S", args = { "%txt%" } } end)
            """
        ])
        let check = folder.check("container.lua", options: ["--format", "json"])
        #expect(check.output == (try golden("check.json", recording: check.output)))
        #expect(check.status == .faults)
    }

    @Test func jsonOfCheckHasTheFirstHundredDiagnostics() throws {
        let folder = try Folder([
            "container.lua": "for i = 1, 250 do service(\"s\" .. i) { type = \"S\", args = { ref(\"none\" .. i) } } end"
        ])
        let check = folder.check("container.lua", options: ["--format", "json"])
        #expect(check.output.components(separatedBy: "\"unknown-service\"").count == 101)
        #expect(check.output.contains("\n  \"omitted\" : 151,\n"))
        #expect(check.output.contains("\n  \"faults\" : 250,\n"))
        #expect(check.status == .faults)
    }

    @Test(arguments: [
        ["list"], ["explain", "s1"], ["graph"], ["rules"], ["hooks"], ["start", "--dry-run"], ["parameters"],
        ["preferences"],
    ])
    func otherCommandsShowTheFirstHundredFaults(_ arguments: [String]) throws {
        let folder = try Folder([
            "container.lua": "for i = 1, 250 do service(\"s\" .. i) { type = \"S\", args = { ref(\"none\" .. i) } } end"
        ])
        let call = arguments + [folder.file("container.lua")]
        let transcript = Transcript(of: Console(wiring: Console.Wiring()), call)
        #expect(transcript.status == .faults)
        #expect(transcript.complaints.components(separatedBy: "is not defined").count == 101)
        #expect(transcript.complaints.hasSuffix("… and 150 more"))
    }

    @Test func exitStatusIsTheSameForTextAndJSON() throws {
        let folder = try Folder(["container.lua": "service \"a\" { type = \"A\" }"])
        #expect(folder.check("container.lua", options: ["--format=json"]).status == .clean)
    }
}
