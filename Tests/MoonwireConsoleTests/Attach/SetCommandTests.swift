import Foundation
import Moonwire
import MoonwireConsole
import MoonwireCore
import Testing

@Suite struct SetCommandTests {
    private static let script = """
        parameters { port = 25, tls = true, names = { "a" }, zip = "01234" }
        """

    private func attached(readOnly: Bool = false) throws -> Attached {
        let attached = try Attached(readOnly: readOnly)
        try attached.folder.write(Mail.script + "\n" + Self.script, to: "container.lua")
        try #require(attached.container).reload()
        return attached
    }

    @Test func textStaysText() throws {
        let attached = try attached()
        let container = try #require(attached.container)
        for (name, text) in [("host", "mail.test"), ("zip", "8"), ("host", "true"), ("host", "%port%"), ("host", "")] {
            let answer = attached.ask("set", name, text)
            #expect(answer.status == .clean)
            #expect(answer.output == "")
            #expect(try container.parameter(name, as: String.self) == text)
        }
    }

    @Test func otherValuesAreJSON() throws {
        let attached = try attached()
        let container = try #require(attached.container)
        #expect(attached.ask("set", "port", "2525").status == .clean)
        #expect(try container.parameter("port", as: Int.self) == 2525)
        #expect(attached.ask("set", "tls", "false").status == .clean)
        #expect(try container.parameter("tls", as: Bool.self) == false)
        #expect(attached.ask("set", "names", "[\"b\", \"c\"]").status == .clean)
        #expect(try container.parameter("names", as: [String].self) == ["b", "c"])
    }

    @Test func laterBuildsUseTheValueAndAReloadKeepsIt() throws {
        let attached = try attached()
        let container = try #require(attached.container)
        #expect(attached.ask("set", "host", "mail.test").status == .clean)
        #expect(try container.resolve("transport", as: Transport.self).host == "mail.test")
        #expect(attached.ask("reload").status == .clean)
        #expect(try container.parameter("host", as: String.self) == "mail.test")
    }

    @Test(arguments: [
        (["set"], "moonwire attach mail.sock set: set expects the name of a parameter and a value, got 0 arguments"),
        (
            ["set", "port"],
            "moonwire attach mail.sock set: set expects the name of a parameter and a value, got 1 argument"
        ),
        (["set", "prot", "1"], "error: parameter \"prot\" is not defined"),
        (
            ["set", "port", "many"],
            "error: parameter \"port\" is the integer 25 and cannot be set to the string \"many\""
        ),
        (["set", "tls", "1"], "error: parameter \"tls\" is the Boolean true and cannot be set to the integer 1"),
    ])
    func whatDoesNotFitIsRefused(_ call: ([String], String)) throws {
        let attached = try attached()
        let answer = Transcript(["attach", attached.path] + call.0).without(attached.folder.path + "/")
        #expect(answer.complaints.split(separator: "\n").first.map(String.init) == call.1)
        #expect(answer.status != .clean)
        #expect(try #require(attached.container).parameter("port", as: Int.self) == 25)
    }

    @Test func readOnlyProgramSetsNothing() throws {
        let attached = try attached(readOnly: true)
        #expect(
            attached.complaint("set", "port", "2525")
                == "moonwire attach mail.sock set: the program does not allow changes: `container.attachable(at:readOnly: false)` allows them"
        )
        #expect(try #require(attached.container).parameter("port", as: Int.self) == 25)
    }

    /// The value may be secret.
    @Test func changesAreReportedWithoutTheirValues() throws {
        let attached = try attached()
        _ = attached.ask("set", "port", "2525")
        _ = attached.ask("set", "port", "many")
        #expect(
            try #require(attached.container).diagnostics.entries.filter { $0.code == .attachedChange }
                .map(\.description)
                == [
                    "note: a call through \"\(attached.path)\" set the parameter \"port\"",
                    "warning: a call through \"\(attached.path)\" tried to set the parameter \"port\", which was refused",
                ])
    }
}
