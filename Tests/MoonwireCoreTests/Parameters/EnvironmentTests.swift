import Foundation
import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite struct EnvironmentTests {
    private func container(_ variables: [String: String], _ parameters: (String, EnvironmentReference)...) throws
        -> Container
    {
        var wiring = Wiring()
        wiring.variables = variables
        wiring.parameters = parameters.map { ($0, .environment($1), nil) }
        return try wiring.container()
    }

    @Test(arguments: [
        (EnvironmentType.string, " a ", PlainValue.text(" a ")), (.int, " 8080 ", 8080), (.int, "-3", -3),
        (.number, "1.5", 1.5), (.number, "2", .number(2)), (.bool, "Yes", true), (.bool, "off", false),
        (.bool, "", false), (.bool, "1", true), (.list, "a, b,c", .list(["a", "b", "c"])), (.list, "", .list([])),
        (.json, #"{"a": [1, 2.5, true, null, "x"]}"#, .map(["a": [1, 2.5, true, nil, "x"]])), (.json, "3", 3),
        (.choice(["dev", "prod"]), "prod", "prod"),
    ])
    func variablesAreConvertedToTheirType(type: EnvironmentType, text: String, expected: PlainValue) throws {
        let container = try container(["VARIABLE": text], ("p", env("VARIABLE", type)))
        #expect(try container.parameter("p", as: PlainValue.self) == expected)
    }

    @Test(arguments: [
        (EnvironmentType.int, "80a", "an integer"), (.int, "1.5", "an integer"),
        (.int, "9223372036854775808", "an integer"), (.number, "many", "a number"),
        (.bool, "maybe", "true, false, yes, no, on, off, 1, or 0"), (.json, "{", "JSON"),
        (.file, "/nowhere/at/all", "the path of a readable file"),
        (.choice(["dev", "prod"]), "Prod", "one of \"dev\", \"prod\""),
    ])
    func variableOfAnotherTypeIsAnError(type: EnvironmentType, text: String, expectation: String) throws {
        let container = try container(["VARIABLE": text], ("p", env("VARIABLE", type)))
        #expect(
            message { try container.parameter("p", as: PlainValue.self) }
                == "environment variable \"VARIABLE\" must be \(expectation), got \"\(text)\"")
    }

    @Test func missingVariableIsAnErrorWhenItIsRead() throws {
        let container = try container([:], ("p", env("VARIABLE")))
        #expect(
            message { try container.parameter("p", as: String.self) }
                == "environment variable \"VARIABLE\" is not set")
    }

    @Test func variableCanNameAFileToRead() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("moonwire-\(UUID().uuidString)").path
        try "content\n".write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let container = try container(["FILE": path], ("p", env("FILE", .file)))
        #expect(try container.parameter("p", as: String.self) == "content\n")
    }

    /// What is not a regular file is not opened: reading it could wait for ever.
    @Test(.timeLimit(.minutes(10))) func onlyRegularFilesAreRead() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("moonwire-\(UUID().uuidString)").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for other in [path, "/dev/zero", "/tmp"] {
            let container = try container(["FILE": other], ("p", env("FILE", .file)))
            #expect(
                message { try container.parameter("p", as: String.self) } == """
                    environment variable "FILE" must be the path of a readable file, got "\(other)"
                        the path refers to a folder, a pipe, a socket, or a device, not to a regular file
                    """)
        }
    }

    @Test func filesAreReadWithinALimit() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("moonwire-\(UUID().uuidString)").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(truncate(path, off_t(EnvironmentType.largestFile) + 1) == 0)
        let container = try container(
            ["FILE": path, "SECRET": path], ("p", env("FILE", .file)), ("s", env("SECRET", .file, secret: true)))
        #expect(
            message { try container.parameter("p", as: String.self) }?.hasSuffix(
                """
                \n    the file has more than 16777216 bytes
                """) == true)
        #expect(
            message { try container.parameter("s", as: String.self) } == """
                environment variable "SECRET" must be the path of a readable file, got its secret value
                    the file has more than 16777216 bytes
                """)
    }

    /// A file that could be read may be too large for where it goes.
    @Test func aFileThatIsTooLargeForAParameterIsNamed() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("moonwire-\(UUID().uuidString)").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(truncate(path, 2 << 20) == 0)
        func said(_ variable: EnvironmentReference, _ content: String) -> String? {
            var wiring = Wiring()
            wiring.variables = [variable.name: content]
            wiring.parameters = [("p", .environment(variable), nil), ("q", text("", "p", ""), nil)]
            return message { try wiring.container() }
        }
        let rest = "is too large: parameter \"p\" may have at most 1048576 bytes and elements"
        let hint = "\n    as an argument, `\"%env(file:FILE)%\"` alone reads a file of at most 16777216 bytes"
        #expect(
            said(env("FILE", .file), path)
                == "the file \"\(path)\" of environment variable \"FILE\" \(rest)\(hint)")
        #expect(
            said(env("FILE", .file, secret: true), path) == "the file of environment variable \"FILE\" \(rest)\(hint)")
        #expect(
            said(env("LONG"), String(repeating: "x", count: 2 << 20)) == "environment variable \"LONG\" \(rest)")
        var wiring = Wiring()
        wiring.variables = ["FILE": path]
        func brand(_ parts: TextTemplate.Part...) throws -> String {
            wiring.definitions = [service("engine", "Engine", ["brand": .template(TextTemplate(parts))], line: 3)]
            return try wiring.container().resolve("engine", as: Engine.self).brand
        }
        #expect(try brand(.environment(env("FILE", .file))).utf8.count == 2 << 20)
        #expect(
            message { try brand(.text("x"), .environment(env("FILE", .file))) } == """
                test.lua:3: service "engine": argument "brand": the file "\(path)" of environment variable "FILE" is too \
                large: a value that combines it with others may have at most 1048576 bytes and elements\(hint)
                """)
    }

    @Test func variablesAreReadAtEachBuild() throws {
        let current = Collected<String>()
        current.append("one")
        var layer = Layer(name: "test.lua")
        layer.definitions = [
            service(
                "each", "Engine",
                ["brand": .template(TextTemplate([.text("is "), .environment(env("NAME"))]))], scope: .transient)
        ]
        let container = try Container(
            layers: [layer], types: try Garage.types(), variables: EnvironmentVariables { _ in current.elements.last })
        #expect(try container.resolve("each", as: Engine.self).brand == "is one")
        current.append("two")
        #expect(try container.resolve("each", as: Engine.self).brand == "is two")
    }

    @Test func secretsAreMaskedInEveryMessage() throws {
        var wiring = Wiring(
            service("text", "Settings", ["port": param("secret")], line: 1),
            service("through", "Settings", ["tags": param("secret")], line: 2),
            service("range", "Settings", ["port": .environment(env("NUMBER", .int, secret: true))], line: 3),
            service("mixed", "Settings", ["port": text("x", "secret")], line: 4),
            service("list", "Settings", ["limits": ["a": param("secret")]], line: 5),
            service("typed", "Settings", ["port": .environment(env("SECRET", .int, secret: true))], line: 6))
        wiring.variables = ["SECRET": "hush", "NUMBER": "4711471"]
        wiring.parameters = [("secret", .environment(env("SECRET", secret: true)), nil)]
        let container = try wiring.container()
        let texts = ["text", "through", "range", "mixed", "list", "typed"].map { id in
            message { try container.resolve(id, as: Settings.self) }
        }
        #expect(
            texts == [
                "test.lua:1: service \"text\": argument \"port\" expects an integer, got a secret",
                "test.lua:2: service \"through\": argument \"tags\" expects a list, got a secret",
                "test.lua:3: service \"range\": argument \"port\" expects an integer from 0 to 65535, got a secret",
                "test.lua:4: service \"mixed\": argument \"port\" expects an integer, got a secret",
                "test.lua:5: service \"list\": argument \"limits\" at a expects an integer, got a secret",
                "environment variable \"SECRET\" must be an integer, got its secret value\n    in service \"typed\"",
            ])
    }
}
