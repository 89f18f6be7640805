import Foundation
import LuaRuntime
import Moonwire
import MoonwireConsole
import Testing

@Suite struct StubsTests {
    private let folder: Folder

    init() throws {
        folder = try Folder(["container.lua": Mail.script])
    }

    private func stubs(_ options: String..., types: [any Exposed.Type] = []) throws -> Transcript {
        let wiring = Console.Wiring(
            types: try TypeRegistry([Transport.self, Mailer.self, Desk.self, Stamp.self] + types),
            scripts: [folder.file("container.lua")])
        return Transcript(of: Console(commands: [StubsCommand(wiring)]), ["stubs"] + options).without(folder.path + "/")
    }

    private func written(_ name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    @Test func stubsWritesFourFilesIntoTheFolderOfTheScript() throws {
        let first = try stubs()
        #expect(
            first.output == """
                wrote library/moonwire.lua
                wrote .luarc.json
                wrote .luacheckrc
                wrote efm.yaml
                """)
        #expect(first.status == .clean)
        #expect(
            try stubs().output == """
                library/moonwire.lua is up to date
                .luarc.json is up to date
                .luacheckrc is up to date
                efm.yaml is up to date
                """)
        try folder.write(
            Mail.script + "\nservice \"late\" { type = \"Desk\", scope = \"transient\" }", to: "container.lua")
        #expect(try stubs().output.hasPrefix("wrote library/moonwire.lua\n.luarc.json is up to date"))
    }

    /// Without the application, the words of all products are known; an application registers those that it has.
    @Test func wordsOfProductsAreKnown() throws {
        let products = Console(commands: [StubsCommand()])
        #expect(Transcript(of: products, ["stubs", folder.file("container.lua")]).status == .clean)
        for word in ["around", "accessor"] {
            #expect(try written(".luacheckrc").contains("\n        \(word) = {},\n"))
            #expect(try written("library/moonwire.lua").contains("\nfunction \(word)(...) end\n"))
        }
        #expect(
            try written("library/moonwire.lua").contains(
                "---A word of MoonwireObjects: `accessor \"id\" { get =, set =, changed =, initial = }`.\n"))
        #expect(try stubs().status == .clean)
        #expect(try !written(".luacheckrc").contains("around"))
    }

    /// Their bytes need not be text.
    @Test func stubsKeepsForeignFilesInOtherEncodings() throws {
        let bytes = Data("-- caf".utf8) + [0xE9, 0x0A]
        try bytes.write(to: URL(filePath: folder.file(".luacheckrc")))
        #expect(try stubs().complaints.hasPrefix(".luacheckrc was not written by this command, and is left unchanged"))
        #expect(try Data(contentsOf: URL(filePath: folder.file(".luacheckrc"))) == bytes)
    }

    @Test func stubsKeepsForeignFiles() throws {
        try folder.write("std = \"lua54\"", to: ".luacheckrc")
        let stubs = try stubs()
        #expect(
            stubs.complaints == """
                .luacheckrc was not written by this command, and is left unchanged
                moonwire stubs: move the files that were left unchanged, or choose another folder with --output
                    see moonwire stubs --help
                """)
        #expect(stubs.status == .usage)
        #expect(try written(".luacheckrc") == "std = \"lua54\"")
        #expect(try written(".luarc.json").contains("library/moonwire.lua"))
    }

    /// A user may have written settings that lead to the library, and others.
    @Test func stubsKeepsTheSettingsOfAUser() throws {
        let settings = #"{ "workspace.library": ["library/moonwire.lua", "vendor"] }"#
        try folder.write(settings, to: ".luarc.json")
        #expect(
            try stubs().complaints == """
                .luarc.json was not written by this command, and is left unchanged
                moonwire stubs: move the files that were left unchanged, or choose another folder with --output
                    see moonwire stubs --help
                """)
        #expect(try written(".luarc.json") == settings)
    }

    @Test func stubsOfTypesHaveLabelsMembersAndDocumentation() throws {
        _ = try stubs()
        let library = try written("library/moonwire.lua")
        let start = try #require(library.range(of: "---A stamp"))
        #expect(
            library[start.lowerBound...] == """
                ---A stamp, with its price.
                ---In cents.
                ---@class moonwire.types.Stamp: moonwire.types.Desk
                ---@field cents integer What it costs.
                ---@field colors ("red"|"blue")[]
                ---@field paste fun(self: moonwire.types.Stamp, mailer?: moonwire.types.Mailer): any Puts it on.

                ---@class moonwire.types.Stamp.Arguments
                ---@field cents integer
                ---@field check? function

                ---@class moonwire.types.Stamp.Arguments2
                ---@field prices table<string, number>

                ---By its price.
                ---@param arguments moonwire.types.Stamp.Arguments
                ---@return moonwire.types.Stamp
                ---@overload fun(arguments: moonwire.types.Stamp.Arguments2): moonwire.types.Stamp
                function Stamp(arguments) end

                ---@class moonwire.types.Transport
                ---@field mailer fun(self: moonwire.types.Transport, sender: string): moonwire.types.Mailer

                ---@class moonwire.types.Transport.Arguments
                ---@field host string
                ---@field port? integer
                ---@field security? "plain"|"encrypted"

                ---@param arguments moonwire.types.Transport.Arguments
                ---@return moonwire.types.Transport
                function Transport(arguments) end

                """)
        #expect(library.contains("---@alias moonwire.Type \"Desk\"|\"Mailer\"|\"Stamp\"|\"Transport\"\n"))
        #expect(library.contains("---@alias moonwire.Factory \"Stamp.free\"|string|"))
        #expect(library.contains("\n---@field host? any Transport\n"))
    }

    /// `public` before a field says who may use it, and nothing would be left for its name.
    @Test func fieldNamedLikeAVisibilityIsInBrackets() throws {
        _ = try stubs(types: [Safe.self])
        let library = try written("library/moonwire.lua")
        let start = try #require(library.range(of: "---@class moonwire.types.Safe\n"))
        #expect(
            library[start.upperBound...].hasPrefix(
                """
                ---@field ["protected"] boolean
                ---@field ["public"] fun(self: moonwire.types.Safe): any

                ---@class moonwire.types.Safe.Arguments
                ---@field ["package"] integer
                ---@field ["private"]? string

                """))
        #expect(library.contains("\n---@field [\"private\"]? any Safe\n"))
        #expect(try !library.contains(Regex("@field (public|protected|private|package)\\b")))
    }

    @Test func stubsWithoutTypesAndServicesAcceptAnyName() throws {
        try folder.write("", to: "container.lua")
        let wiring = Console.Wiring(types: nil, scripts: [folder.file("container.lua")])
        #expect(Transcript(of: Console(commands: [StubsCommand(wiring)]), ["stubs"]).status == .clean)
        let library = try written("library/moonwire.lua")
        #expect(
            library.contains(
                """
                ---@class moonwire.Arguments By label, by position, or both.
                ---@field [integer|string] any

                """))
        #expect(library.contains("\n---@alias moonwire.Id string\n"))
        #expect(library.contains("---@class moonwire.Services\n---@field [string] moonwire.Reference\n"))
        #expect(try written(".luacheckrc").contains("ref = { fields = services, other_fields = true },"))
    }

    @Test func stubsOfServicesHaveTypesAndLocations() throws {
        _ = try stubs()
        let library = try written("library/moonwire.lua").replacing(folder.path + "/", with: "")
        #expect(
            library.contains(
                """
                ---@alias moonwire.Id
                ---| "made" # container.lua:9
                ---| "mail" # Mailer, container.lua:10
                ---| "mailer" # Mailer, container.lua:8
                ---| "transport" # Transport, container.lua:3
                """))
        #expect(library.contains("---@alias moonwire.Parameter \"host\"|\"smtp.port\"|\"smtp.url\"|string"))
    }

    @Test func stubsHaveServicesAsFieldsOfReferences() throws {
        try folder.write(
            """
            service "mail.desk" { type = "Desk", scope = "transient" }
            service "end" { type = "Desk", scope = "transient" }
            service "2nd" { type = "Desk", scope = "transient" }
            service "public" { abstract = true, type = "Desk" }
            service "with \\"\\\\ marks\\n" { type = "Desk", scope = "transient" }
            when("prod", function() service "only_there" { type = "Desk", scope = "transient" } end)
            """, to: "container.lua")
        let first = try stubs()
        #expect(first.status == .clean, "\(first.complaints)")
        let library = try written("library/moonwire.lua").replacing(folder.path + "/", with: "")
        #expect(
            library.contains(
                """
                ---@class moonwire.Services
                ---@field ["2nd"] moonwire.Reference # Desk, container.lua:3
                ---@field end moonwire.Reference # Desk, container.lua:2
                ---@field ["mail.desk"] moonwire.Reference # Desk, container.lua:1
                ---@field only_there moonwire.Reference # Desk, container.lua:6
                ---@field ["public"] moonwire.Reference # Desk, container.lua:4
                ---@field ["with \\034\\092 marks\\010"] moonwire.Reference # Desk, container.lua:5

                """))
        #expect(library.contains("---| \"with \\034\\092 marks\\010\" # Desk, container.lua:5\n"))
        #expect(!library.contains("---| \"public\""))
        #expect(
            try written(".luacheckrc").contains(
                """
                local services = {
                    ["2nd"] = {},
                    ["end"] = {},
                    ["mail.desk"] = {},
                    ["only_there"] = {},
                    ["public"] = {},
                    ["with \\034\\092 marks\\010"] = {},
                }

                """))
        #expect(try stubs("--environment", "dev").output.hasPrefix("wrote library/moonwire.lua"))
        #expect(try !written("library/moonwire.lua").contains("only_there"))
    }

    @Test func faultOfSeveralEnvironmentsIsReportedOnceByStubs() throws {
        try folder.write("service \"desk\" { type = \"Desks\" }", to: "container.lua")
        let stubs = try stubs()
        #expect(
            stubs.complaints == """
                container.lua:1:26: error: service "desk": type "Desks" is not exposed
                    did you mean "Desk"?
                """)
        #expect(stubs.status == .faults)
        #expect(stubs.output.contains("wrote library/moonwire.lua"))
        try folder.write("when(\"prod\", function() service \"desk\" { type = \"Desks\" } end)", to: "container.lua")
        #expect(
            try self.stubs().complaints == """
                container.lua:1:50: error: service "desk": type "Desks" is not exposed
                    did you mean "Desk"?
                    in environment "prod"
                """)
    }

    @Test func stubsWritesNothingIfAScriptStopsInAnyEnvironment() throws {
        try folder.write("when(\"prod\", function() error(\"no\", 0) end)", to: "container.lua")
        let stubs = try stubs()
        #expect(stubs.output == "")
        #expect(stubs.status == .faults)
    }

    @Test func serviceThatIsAbstractInOneEnvironmentIsInTheStubs() throws {
        try folder.write(
            """
            when("dev", function() service "desk" { abstract = true, type = "Desk" } end)
            when("prod", function() service "desk" { type = "Desk", scope = "transient" } end)
            """, to: "container.lua")
        _ = try stubs()
        #expect(try written("library/moonwire.lua").contains("\n---| \"desk\" # Desk, "))
    }

    @Test func libraryIsValidLuaAndHasEveryWord() throws {
        _ = try stubs()
        let library = try written("library/moonwire.lua")
        try Interpreter().run("hook, env = {}, {}\n" + library, name: "moonwire.lua")
        let stock: Set = try Set(
            Interpreter().evaluate(
                "local names = {} for name in pairs(_ENV) do names[#names + 1] = name end return names",
                name: "names.lua", as: [String].self))
        for (name, fields) in try ScriptGlobals().fields where !stock.contains(name) {
            #expect(library.contains("\nfunction \(name)(") || library.contains("\n\(name) = "), "\(name)")
            for field in fields { #expect(library.contains("\n---@field \(field) "), "\(name).\(field)") }
        }
    }

    /// What a word says of a key that it does not know tells those that it does.
    @Test(arguments: [
        "service \"x\" { zzzzzzzz = 1 }", "decorate \"x\" { zzzzzzzz = 1 }", "local x = inline { zzzzzzzz = 1 }",
        "defaults { zzzzzzzz = 1 }", "inject { zzzzzzzz = 1 }", "preferences \"P\" { a = { zzzzzzzz = 1 } }",
        "hook.reloaded(function() end, { zzzzzzzz = 1 })", "local x = tagged(\"x\", { zzzzzzzz = 1 })",
    ])
    func libraryHasEveryKey(_ script: String) throws {
        _ = try stubs()
        let library = try written("library/moonwire.lua")
        try folder.write(script, to: "keys.lua")
        let said = folder.check("keys.lua").output
        let line = try #require(said.split(separator: "\n").first { $0.contains("the keys are ") })
        let keys = try #require(line.firstRange(of: "the keys are ")).upperBound
        for key in line[keys...].split(separator: ", ") {
            #expect(
                library.contains("\n---@field \(key)? ") || library.contains("\n---@field \(key) ")
                    || library.contains("\n---@field [\"\(key)\"]? ")
                    || library.contains(" \(key)?: "), "\(key)")
        }
    }

    @Test func helpOfStubsListsTheFiles() throws {
        let help = Transcript(["stubs", "--help"]).output
        #expect(help.hasPrefix("usage: moonwire stubs [OPTION…] [FILE…]\n"))
        #expect(help.contains("Example:\n  moonwire stubs --output . container.lua"))
    }
}

/// A type with something of everything.
private final class Stamp: Sendable, Exposed {
    static let exposure = Exposure(Stamp.self, documentation: "A stamp, with its price.\nIn cents.") {
        Initializer("cents", "check") { (_: Int, _: LuaFunction?) in Stamp() }.documented("By its price.")
        Initializer("prices") { (_: [String: Double]) in Stamp() }
        Provides { _ in Desk() }
        Property("cents", get: { _ in 1 }).documented("What it costs.")
        Property("colors", get: { _ in [Color.red] })
        Method("paste", "mailer") { (_: Stamp, _: Mailer?) in }.documented("Puts it on.")
        StaticMethod("free") { Stamp() }
    }
}

private final class Safe: Sendable, Exposed {
    static let exposure = Exposure(Safe.self) {
        Initializer("package", "private") { (_: Int, _: String?) in Safe() }
        Property("protected", get: { _ in true })
        Method("public") { (_: Safe) in }
    }
}

private enum Color: String, Convertible, CaseIterable, Sendable { case red, blue }
