import Foundation
import MoonwireConsole
import Testing

@Suite struct CheckFormatTests {
    @Test func jsonHasEveryPartOfADiagnostic() throws {
        let folder = try Folder([
            "container.lua": """
            service "newsletter" { type = "Newsletter", args = { ref "mailer" } }
            service "mailer" { type = "Mailer", args = { ref "smpt" } }
            service "smtp" { type = "Transport" }
            when("test", function() service "silence" { type = "S", args = { "%txt%" } } end)
            """
        ])
        let check = folder.check("container.lua", options: ["--format", "json"])
        #expect(
            check.output == """
                {
                  "diagnostics" : [
                    {
                      "code" : "unknown-service",
                      "hints" : [

                      ],
                      "location" : {
                        "file" : "container.lua",
                        "line" : 2
                      },
                      "message" : "service \\"mailer\\": argument 1 refers to \\"smpt\\", which is not defined",
                      "path" : [
                        "newsletter",
                        "mailer"
                      ],
                      "severity" : "fault",
                      "suggestions" : [
                        "smtp"
                      ]
                    },
                    {
                      "code" : "unknown-parameter",
                      "hints" : [
                        "in environment \\"test\\""
                      ],
                      "location" : {
                        "file" : "container.lua",
                        "line" : 4
                      },
                      "message" : "service \\"silence\\": argument 1 refers to parameter \\"txt\\", which is not defined",
                      "path" : [

                      ],
                      "severity" : "fault",
                      "suggestions" : [

                      ]
                    },
                    {
                      "code" : "unchecked",
                      "hints" : [
                        "`TypeRegistry.manifest()` writes the data about types that a check needs"
                      ],
                      "message" : "the types are not known: names of types, labels, arguments, methods, and properties were not checked",
                      "path" : [

                      ],
                      "severity" : "note",
                      "suggestions" : [

                      ]
                    }
                  ],
                  "environments" : [
                    "dev",
                    "test",
                    "prod"
                  ],
                  "faults" : 2,
                  "omitted" : 0,
                  "parameters" : 0,
                  "services" : 4,
                  "warnings" : 0
                }
                """)
        #expect(check.status == .faults)
    }

    @Test func jsonHasTheFirstHundredDiagnostics() throws {
        let folder = try Folder([
            "container.lua": "for i = 1, 250 do service(\"s\" .. i) { type = \"S\", args = { ref(\"none\" .. i) } } end"
        ])
        let check = folder.check("container.lua", options: ["--format", "json"])
        #expect(check.output.components(separatedBy: "\"unknown-service\"").count == 101)
        #expect(check.output.contains("\n  \"omitted\" : 151,\n"))
        #expect(check.output.contains("\n  \"faults\" : 250,\n"))
        #expect(check.status == .faults)
    }

    @Test(arguments: [["list"], ["explain", "s1"], ["graph"], ["rules"], ["hooks"], ["parameters"], ["preferences"]])
    func otherCommandsShowTheFirstHundredFaults(_ arguments: [String]) throws {
        let folder = try Folder([
            "container.lua": "for i = 1, 250 do service(\"s\" .. i) { type = \"S\", args = { ref(\"none\" .. i) } } end"
        ])
        let call = arguments + [folder.file("container.lua")]
        let transcript = Transcript(of: Console(commands: .all(for: Wiring())), call)
        #expect(transcript.status == .faults)
        #expect(transcript.complaints.components(separatedBy: "is not defined").count == 101)
        #expect(transcript.complaints.hasSuffix("… and 150 more"))
    }

    @Test func theExitStatusIsThatOfTheText() throws {
        let folder = try Folder(["container.lua": "service \"a\" { type = \"A\" }"])
        #expect(folder.check("container.lua", options: ["--format=json"]).status == .clean)
    }
}
