import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// `%env(json:file:NAME)%`: a variable that is read by one type after the other.
@Suite struct EnvChainTests {
    private let folder = Scratch()

    private func variables() throws -> [String: String] {
        try folder.write(#"{ "port": 25, "host": "mail" }"#, "config.json")
        try folder.write(" 8080 \n", "port")
        try folder.write("  hunter2\n", "password")
        return [
            "CONFIG": folder.path("config.json"), "PORT": folder.path("port"), "PASSWORD": folder.path("password"),
            "HOSTS": "YSwgYg==", "SPACES": "  a b ", "JSON": "eyJhIjogWzFdfQ==", "ODD": "//79",
            "GONE": folder.path("gone"),
        ]
    }

    @Test(arguments: [
        ("\"%env(json:file:CONFIG)%\"", PlainValue.map(["port": .integer(25), "host": .text("mail")])),
        ("\"%env(int:file:PORT)%\"", .integer(8080)), ("\"%env(trim:file:PASSWORD)%\"", .text("hunter2")),
        ("\"%env(list:base64:HOSTS)%\"", .list([.text("a"), .text("b")])), ("\"%env(trim:SPACES)%\"", .text("a b")),
        ("\"%env(json:string:base64:trim:JSON)%\"", .map(["a": .list([.integer(1)])])),
        ("\"to %env(trim:file:PASSWORD)%!\"", .text("to hunter2!")),
        ("\"%env(default:YQ==:base64:NO)%\"", .text("a")),
        ("\"%env(default:1,2:list:trim:NO)%\"", .list([.text("1"), .text("2")])),
        ("env.trim \"SPACES\"", .text("a b")), ("env.base64(\"HOSTS\")", .text("a, b")),
        ("env.trim(\"NO\", \"x\")", .text("x")),
    ]) func typesAreReadFromRightToLeft(_ written: String, _ read: PlainValue) throws {
        #expect(try held(written, variables: try variables()) == read)
        if written.hasPrefix("\"%") {
            #expect(
                try held("param \"whole\"", variables: try variables(), before: "parameters { whole = \(written) }")
                    == read)
        }
    }

    @Test(arguments: [
        (
            "%env(file:trim:CONFIG)%",
            """
            "file" must be the last type, right before the name, and "trim" follows it
                types are read from right to left: `%env(json:file:NAME)%` reads a file, and its JSON
            """
        ),
        (
            "%env(trim:int:A)%",
            """
            "int" does not result in a string, which "trim" could read
                types are read from right to left: `%env(json:file:NAME)%` reads a file, and its JSON
            """
        ),
        ("%env(trim:trim:trim:trim:trim:trim:trim:trim:trim:A)%", "there are more than 8 types"),
        ("%env(int:fiel:A)%", "there is no type \"fiel\"\n    did you mean \"file\"?"),
        ("%env(default:a:json:file:A)%", "a variable that names a file has no default"),
        ("%env(default:!:base64:A)%", "the default must be a UTF-8 string in Base64, and is \"!\""),
        (
            "%env(default:!:list:base64:A)%",
            "the default must be the Base64 form of strings separated by commas, and is \"!\""
        ),
    ]) func chainsThatCannotBeReadAreFaults(_ form: String, _ reason: String) {
        let said = message { _ = try held("\"\(form)\"") }
        #expect(said == "container.lua:3: service \"holder\": \"\(form)\" in \"args.value\" is not valid: \(reason)")
    }

    @Test(arguments: [
        ("json:file:PORT2", "PORT2", "the path of a file with JSON, got "),
        ("int:file:GONE", "GONE", "the path of a file with an integer, got "),
        ("json:base64:HOSTS", "HOSTS", "the Base64 form of JSON, got \"YSwgYg==\""),
        ("base64:ODD", "ODD", "a UTF-8 string in Base64, got \"//79\""),
    ]) func variablesThatDoNotFitAreErrors(_ chain: String, _ name: String, _ expected: String) throws {
        try folder.write("{", "odd.json")
        var variables = try variables()
        variables["PORT2"] = folder.path("odd.json")
        let said = message { [variables] in _ = try held("\"%env(\(chain))%\"", variables: variables) }
        #expect(said.contains("environment variable \"\(name)\" must be \(expected)"), "\(said)")
    }

    @Test func linesOfBase64AreJoined() throws {
        let text = String(repeating: "ab", count: 60)
        let encoded = Data(text.utf8).base64EncodedString()
        let lines = encoded.prefix(76) + "\n" + encoded.dropFirst(76)
        #expect(try held("\"%env(base64:A)%\"", variables: ["A": String(lines)]) == .text(text))
    }

    @Test(arguments: [
        String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
        "[" + String(repeating: "1,", count: 1 << 19) + "1]",
    ]) func limitsOfJSONAreStated(_ json: String) {
        let said = message { _ = try held("\"%env(json:A)%\"", variables: ["A": json]) }
        #expect(
            said.hasSuffix("\n    JSON can have 1 MiB and 64 levels of lists and maps at most"), "\(said.suffix(200))")
    }

    @Test func bracketsInStringsAreNoLevels() throws {
        let json = "[\"" + String(repeating: "[\\\"", count: 100) + "\"]"
        #expect(
            try held("\"%env(json:A)%\"", variables: ["A": json])
                == .list([.text(String(repeating: "[\"", count: 100))]))
    }

    @Test func whatIsDecodedFromASecretIsMasked() {
        let said = message {
            let container = try wire(
                """
                parameters { key = env.secret "KEY", decoded = "%env(base64:KEY)%" }
                service "late" (function(c) error("the key is " .. c.param "decoded") end)
                """, variables: ["KEY": Data("topsecretvalue99".utf8).base64EncodedString()])
            _ = try container.resolve("late", as: Int.self)
        }
        #expect(said.contains("the key is ***"), "\(said)")
    }

    @Test func aReloadNoticesTheFileOfAChain() throws {
        let variables = Lock(try variables())
        let living = try Living(
            "service \"holder\" { type = \"Holder\", args = { value = \"%env(int:file:PORT)%\" } }",
            variables: variables,
            types: [Holder.self])
        #expect(try living.container.resolve("holder", as: Holder.self).value == .integer(8080))
        try folder.write("9090\n", "port")
        #expect(try living.reload().contains("holder"))
        #expect(try living.container.resolve("holder", as: Holder.self).value == .integer(9090))
    }

    @Test func theValueOfAChainIsCheckedAtLoad() throws {
        let variables = try variables()
        let said = message {
            _ = try wire(
                "service \"engine\" { type = \"Engine\", args = { brand = \"B\", cylinders = \"%env(list:file:PORT)%\" } }",
                variables: variables)
        }
        #expect(said == "container.lua:1: service \"engine\": argument \"cylinders\" expects an integer, got a list")
    }
}
