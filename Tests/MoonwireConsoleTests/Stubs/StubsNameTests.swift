import Foundation
import LuaRuntime
import Moonwire
import MoonwireConsole
import Testing

/// Types whose names no Lua can write, in the files for editors.
@Suite struct StubsNameTests {
    private static let script = #"service "box" { type = "Box<Int>", args = { 1 } }"#

    private func files(
        _ script: String = script,
        types: TypeRegistry? = try? TypeRegistry([
            Box<Int>.self, Box<[String: Int]>.self, Red.Lamp.self, Blue.Lamp.self,
        ])
    ) throws -> (library: String, standard: String) {
        let folder = try Folder(["container.lua": script])
        let wiring = Console.Wiring(types: types, scripts: [folder.file("container.lua")])
        _ = Transcript(of: Console(commands: [StubsCommand(wiring)]), ["stubs"])
        return (
            try String(contentsOfFile: folder.file("library/moonwire.lua"), encoding: .utf8),
            try String(contentsOfFile: folder.file(".luacheckrc"), encoding: .utf8)
        )
    }

    @Test func stubsAreValidLua() throws {
        let files = try files()
        for text in [files.library, files.standard] {
            // They are read by tools, and never run.
            try Interpreter().run("return function()\n\(text)\nend", name: "stubs")
        }
    }

    /// Names of parameters may be any string, and so may ids and, as long as the types are not known, types.
    @Test(arguments: [
        #"parameters { m = { ["x\ny"] = 1, ['"'] = 2, ["\\"] = 3, ["\r"] = 4 } }"#,
        #"service "{{services}}" { type = "Lamp" } service "x\r\ny" { type = "Lamp" } service '"' { type = "Lamp" }"#,
        #"service "lamp" { type = "A\nB" } service "lamp2" { type = "A\rB\u{2028}" }"#,
    ])
    func specialCharactersInNamesAreEscapedInStubs(_ script: String) throws {
        let files = try files(script, types: nil)
        for text in [files.library, files.standard] {
            try Interpreter().run("return function()\n\(text)\nend", name: "stubs")
        }
        #expect(!files.library.contains("{{ids}}"))
        #expect(files.library.contains("---@class moonwire.Reference"))
    }

    @Test func documentationWithAnyLineBreakIsWrittenToStubs() throws {
        let library = try files("", types: try TypeRegistry([Documented.self])).library
        try Interpreter().run("return function()\n\(library)\nend", name: "stubs")
        #expect(library.contains("---One line.\n---Another one.\n---A third one.\n"))
    }

    /// Raw values of enums may be any string.
    @Test func choicesWithAnyCharactersAreWrittenToStubs() throws {
        let library = try files("", types: try TypeRegistry([Chooser.self])).library
        try Interpreter().run("return function()\n\(library)\nend", name: "stubs")
        #expect(library.contains("---@field choose fun(self: moonwire.types.Chooser, _a_b: "))
        #expect(library.contains("---@field choice \"x\\010y\"|\"\\034\"|\"\\092\"|\"plain\"\n"))
    }

    @Test func formerKeyOfAPreferenceIsAStringInStubs() throws {
        #expect(try files().library.contains("---@field from? string The key"))
    }

    @Test func stubsListTypesByTheNamesInScripts() throws {
        let library = try files().library
        #expect(
            library.contains(
                """
                ---@class moonwire.types.Box_Int_
                ---@field other moonwire.types.Box_Int_?

                ---@class moonwire.types.Box_Int_.Arguments
                ---@field value integer

                ---@param arguments moonwire.types.Box_Int_.Arguments
                ---@return moonwire.types.Box_Int_
                types["Box<Int>"] = function(arguments) end
                """))
        #expect(library.contains(#"types["Blue.Lamp"] = function(arguments) end"#))
        #expect(library.contains(#"types["Red.Lamp"] = function(arguments) end"#))
    }

    @Test func luacheckAcceptsTypesWithSpecialNames() throws {
        #expect(
            try files().standard.contains(
                #"types = { fields = { ["Blue.Lamp"] = {}, ["Box<Dictionary<String, Int>>"] = {}, ["Box<Int>"] = {}, ["Red.Lamp"] = {} } },"#
            ))
    }
}

private struct Box<Value: Convertible & Sendable>: Exposed {
    let value: Value

    static var exposure: Exposure {
        Exposure(Box<Value>.self) {
            Initializer("value") { (value: Value) in Box(value: value) }
            Property("other", get: { (_: Box<Value>) -> Box<Value>? in nil })
        }
    }
}

private enum Red { struct Lamp {} }
private enum Blue { struct Lamp {} }

extension Red.Lamp: Exposed {
    static let exposure = Exposure(Red.Lamp.self) { Initializer { Red.Lamp() } }
}

extension Blue.Lamp: Exposed {
    static let exposure = Exposure(Blue.Lamp.self) { Initializer { Blue.Lamp() } }
}

private struct Documented: Exposed {
    static let exposure = Exposure(
        Documented.self, documentation: "One line.\r\nAnother one.\rA third one."
    ) { Initializer { Documented() } }
}

private enum Choice: String, CaseIterable, Convertible {
    case line = "x\ny"
    case quote = "\""
    case backslash = "\\"
    case plain
}

private struct Chooser: Exposed {
    static let exposure = Exposure(Chooser.self) {
        Initializer("choice") { (_: Choice) in Chooser() }
        Method("choose", Chooser.choose, "a\nb")
    }

    func choose(_ choice: Choice) {}
}
