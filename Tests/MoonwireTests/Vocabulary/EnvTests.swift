import Moonwire
import TestSupport
import Testing

@Suite struct EnvTests {
    private let variables = [
        "TEXT": "%brand% and @engine", "INT": " 42 ", "NUMBER": "2.5", "YES": "Yes", "OFF": "off", "LIST": "a, %b%,@c",
        "JSON": #"{ "a": [1, 2.5, "@x", null, true] }"#, "EMPTY": "",
    ]

    @Test(arguments: [
        (#"env.string("TEXT")"#, PlainValue.text("%brand% and @engine")), (#"env.string "EMPTY""#, .text("")),
        (#"env.int "INT""#, .integer(42)), (#"env.number "NUMBER""#, .number(2.5)),
        (#"env.number "INT""#, .number(42)), (#"env.bool "YES""#, .boolean(true)),
        (#"env.bool "OFF""#, .boolean(false)), (#"env.bool "EMPTY""#, .boolean(false)),
        (#"env.list "LIST""#, .list([.text("a"), .text("%b%"), .text("@c")])), (#"env.list "EMPTY""#, .list([])),
        (
            #"env.json "JSON""#,
            .map(["a": .list([.integer(1), .number(2.5), .text("@x"), .null, .boolean(true)])])
        ),
        (#"env.enum("OFF", { "on", "off" })"#, .text("off")),
    ]) func variablesReadNowAreNotParsed(_ written: String, _ read: PlainValue) throws {
        #expect(try held(written, variables: variables) == read)
        #expect(try held("{ { \(written) } }", variables: variables) == .list([.list([read])]))
    }

    @Test(arguments: [
        (#"env.string("NO", "x")"#, PlainValue.text("x")), (#"env.int("NO", 80)"#, .integer(80)),
        (#"env.number("NO", 1)"#, .integer(1)), (#"env.bool("NO", false)"#, .boolean(false)),
        (#"env.list("NO", { "a" })"#, .list([.text("a")])), (#"env.json("NO", { a = 1 })"#, .map(["a": .integer(1)])),
        (#"env.enum("NO", { "on", "off" }, "on")"#, .text("on")), (#"env.string("NO", null)"#, .null),
    ]) func missingVariableHasItsDefault(_ written: String, _ read: PlainValue) throws {
        #expect(try held(written) == read)
    }

    @Test func variablesAreNumbersAndStringsForTheScript() throws {
        #expect(
            try held("port + 1", variables: ["PORT": "80"], before: #"local port = env.int "PORT""#) == .integer(81))
    }

    @Test func textFormAndSecretAreReadWhenAServiceIsBuilt() throws {
        let ports = Collected<String>()
        ports.append("1")
        let variables = EnvironmentVariables { name in
            ["PORT": ports.elements.last ?? "", "PASSWORD": "%hunter% @2"][name]
        }
        let folder = Scratch()
        try folder.write(
            """
            service "port" { type = "Holder", args = { value = "%env(int:PORT)%" }, scope = "transient" }
            service "text" { type = "Holder", args = { value = "at %env(PORT)%!" }, scope = "transient" }
            service "secret" { type = "Holder", args = { value = env.secret "PASSWORD" } }
            """, "container.lua")
        let container = try Container(
            scripts: [folder.path("container.lua")], types: [Holder.self], environment: .dev, variables: variables)
        let value = { (id: String) in try container.resolve(id, as: Holder.self).value }
        #expect(try value("port") == .integer(1))
        ports.append("2")
        #expect(try value("port") == .integer(2))
        #expect(try value("text") == .text("at 2!"))
        #expect(try value("secret") == .text("%hunter% @2"))
    }

    @Test func secretsStayOutOfMessages() throws {
        let container = try wire(
            """
            parameters { password = env.secret "PASSWORD" }
            service "function" { factory = function(args) error("cannot log in with " .. args[1]) end,
                args = { param "password" } }
            service "context" (function(c) return Engine { brand = { c.param "password" } } end)
            service "argument" (function(c) return Engine { brand = "x", cylinders = c.param "password" } end)
            service "outer" (function(c) return c.get "function" end)
            """, variables: ["PASSWORD": "hunter2-and-more-of-it-that-is-longer-than-forty-letters"])
        for id in ["function", "context", "argument", "outer"] {
            let text = message { _ = try container.resolve(id, as: Engine.self) }
            #expect(!text.isEmpty)
            #expect(!text.contains("hunter2"))
        }
        #expect(
            message { _ = try container.resolve("function", as: Engine.self) }
                == #"container.lua:2: service "function" could not be built: cannot log in with ***"#)
    }
}
