import Moonwire
import TestSupport
import Testing

/// References, values, and files of Polymerase.
@Suite struct PolymeraseValueTests {
    /// Takes every kind of value.
    struct Kit: Exposed {
        let part: Part?
        let parts: [Part?]
        let texts: [String: String]
        let text: String?
        let small: Int8
        let unsigned: UInt
        let ratio: Float

        static let exposure = Exposure(Kit.self) {
            Initializer(
                ExposedArgument("part", default: nil as Part?), ExposedArgument("parts", default: [] as [Part?]),
                ExposedArgument("texts", default: [:] as [String: String]),
                ExposedArgument("text", default: nil as String?),
                ExposedArgument("small", default: 0 as Int8), ExposedArgument("unsigned", default: 0 as UInt),
                ExposedArgument("ratio", default: 0 as Float)
            ) { Kit(part: $0, parts: $1, texts: $2, text: $3, small: $4, unsigned: $5, ratio: $6) }
        }
    }

    struct Failure: Error {}

    private func kit(
        _ arguments: String, _ script: String = "", register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Kit {
        let text = """
            service "one" { type = "Part", args = { name = "one" } }
            service "kit" { type = "Kit", scope = "transient", args = { \(arguments) } }

            """
        return try Container(text: text + script, types: [Part.self, Kit.self], environment: .test, register: register)
            .resolve("kit", as: Kit.self)
    }

    @Test("PM-26: numbers of all types arrive, within the ranges of these types") func numbers() throws {
        let kit = try kit("small = -128, unsigned = math.maxinteger, ratio = 0.5")
        #expect(kit.small == -128 && kit.unsigned == UInt(Int64.max) && kit.ratio == 0.5)
        #expect(
            message { _ = try self.kit("small = 128") } == """
                container.lua:2: service "kit": argument "small" expects an integer from -128 to 127, got 128
                """)
        #expect(
            message { _ = try self.kit("unsigned = -1") } == """
                container.lua:2: service "kit": argument "unsigned" expects an integer from 0 to 9223372036854775807, got -1
                """)
        #expect(
            message { _ = try self.kit("small = 1.5") } == """
                container.lua:2: service "kit": argument "small" expects an integer from -128 to 127, got the number 1.5
                """)
    }

    @Test("PM-28: strings with @ refer to services, also in lists and maps, and @@ is an @") func textReferences()
        throws
    {
        let kit = try kit(#"part = "@one", parts = { "@one", "@one" }, texts = { a = "@@one" }, text = "@@x""#)
        #expect(kit.part?.name == "one" && kit.parts.map(\.?.name) == ["one", "one"])
        #expect(kit.texts == ["a": "@one"] && kit.text == "@x")
    }

    @Test("PM-29: an optional reference that is not defined is nil as an argument and in a list of optionals")
    func optionalReferences() throws {
        let kit = try kit(#"part = "@?missing", parts = { "@one", "@?missing" }"#)
        #expect(kit.part == nil && kit.parts.count == 2 && kit.parts[1] == nil)
        #expect(
            try self.kit(#"parts = { optional("missing", { drop = true }), ref "one" }"#).parts.map(\.?.name) == ["one"]
        )
    }

    @Test("PM-30: an optional reference to a service that fails is an error") func failingOptional() {
        #expect(
            message {
                _ = try kit(#"part = "@?broken""#) { $0.register("broken") { _ -> Part in throw Failure() } }
            } == """
                PredecessorTests/PolymeraseValueTests.swift:77: service "broken" could not be built: Failure()
                    needed by kit -> broken
                """)
    }

    @Test("PM-31: a string that the application sets is not a reference") func textOfTheApplication() throws {
        #expect(
            try kit(#"text = "%address%""#) { $0.setParameter("address", to: "@one", declaring: true) }.text == "@one")
    }

    @Test("PM-32: null passes nil") func null() throws {
        #expect(try kit("text = null, part = null").text == nil)
    }

    @Test("PM-49: parameters, constructions, arguments, calls, and tags of one script work together") func wholeScript()
        throws
    {
        let container = try Container(
            text: """
                parameters { name = "whole" }
                service "part" { type = "Part", args = { name = "%name%" }, tags = "parts" }
                service "kit" { type = "Kit", scope = "transient", args = { parts = tagged "parts" } }
                """, types: [Part.self, Kit.self], environment: .test)
        #expect(try container.resolve("kit", as: Kit.self).parts.map(\.?.name) == ["whole"])
    }

    @Test("PM-50: values of other kinds than a word or a key takes are faults") func otherKinds() {
        #expect(
            message {
                _ = try kit(
                    "",
                    """
                    parameters "name"
                    service "a" (3)
                    service "b" { factory = { ref "one" } }
                    service "c" { type = "Part", call = { {} } }
                    """)
            } == """
                container.lua:3: parameters expects a table, got the string "name"
                container.lua:4: service "a" expects a table or a function, got the integer 3
                container.lua:5: service "b": "factory" expects { ref "id", "method" }, "Type.method", or a function, got a list
                container.lua:6: service "c": "call" expects { "method", argument, label = argument, … }, got a list
                """)
    }

    @Test("PM-51: an alias in a script leads from the alias to the target") func direction() throws {
        let container = try Container(
            text: #"service "target" { type = "Part" } alias "other" "target""#, types: [Part.self], environment: .test)
        #expect(try container.resolve("other", as: Part.self) === container.resolve("target", as: Part.self))
        #expect(container.location(of: "other")?.line == 1)
    }

    @Test("PM-54: arguments and setters of other kinds are faults") func otherArguments() {
        #expect(
            message {
                _ = try kit(
                    "",
                    """
                    service "a" { type = "Part", args = "name" }
                    service "b" { type = "Part", set = 3 }
                    service "c" { type = 3 }
                    """)
            } == """
                container.lua:3: service "a": "args" expects a table or `auto`, got the string "name"
                container.lua:4: service "b": "set" expects a table, got the integer 3
                container.lua:5: service "c": "type" expects a type's name, got the integer 3
                """)
    }

    @Test("PM-55: files are included relative to the including one, which wins; cycles and missing files are faults")
    func files() throws {
        let folder = ScratchFolder()
        func load(_ text: String) throws -> Container {
            folder.write(text, to: "container.lua")
            return try Container(scripts: [folder.path("container.lua")], types: [Part.self], environment: .test)
        }
        folder.write(#"include "deep/inner.lua"  parameters { a = "outer", b = "outer" }"#, to: "parts/outer.lua")
        folder.write(#"parameters { b = "inner", c = "inner" }"#, to: "parts/deep/inner.lua")
        let container = try load(#"include "parts/outer.lua"  parameters { a = "main" }"#)
        let values = try ["a", "b", "c"].map { try container.parameter($0, as: String.self) }
        #expect(values == ["main", "outer", "inner"])
        folder.write(#"include "other.lua""#, to: "parts/outer.lua")
        folder.write(#"include "outer.lua""#, to: "parts/other.lua")
        #expect(
            message { _ = try load(#"include "parts/outer.lua""#) }.replacing(folder.path(""), with: "") == """
                parts/other.lua:1: include "outer.lua" forms a cycle: parts/outer.lua -> parts/other.lua -> parts/outer.lua
                    called from parts/outer.lua:1
                    called from container.lua:1
                """)
        #expect(
            message { _ = try load(#"include "parts/outr.lua""#) }.replacing(folder.path(""), with: "") == """
                container.lua:1: include "parts/outr.lua": there is no file "parts/outr.lua"
                    did you mean "parts/outer.lua"?
                    searched in "parts"
                """)
    }
}
