import Foundation
import LuaRuntime
import Moonwire
import MoonwireConsole
import Testing

/// Types whose names no Lua can write, in the files for editors.
@Suite struct StubsNameTests {
    private func files() throws -> (library: String, standard: String) {
        let folder = try Folder(["container.lua": #"service "box" { type = "Box<Int>", args = { 1 } }"#])
        let types = try TypeRegistry([Box<Int>.self, Box<[String: Int]>.self, Red.Lamp.self, Blue.Lamp.self])
        let wiring = Wiring(types: types, scripts: [folder.file("container.lua")])
        _ = Transcript(of: Console(commands: [StubsCommand(wiring)]), ["stubs"])
        return (
            try String(contentsOfFile: folder.file("library/moonwire.lua"), encoding: .utf8),
            try String(contentsOfFile: folder.file(".luacheckrc"), encoding: .utf8)
        )
    }

    @Test func filesAreLua() throws {
        let files = try files()
        for text in [files.library, files.standard] {
            // They are read by tools, and never run.
            try Interpreter().run("return function()\n\(text)\nend", name: "stubs")
        }
    }

    @Test func typesAreListedByTheNamesThatScriptsUse() throws {
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

    @Test func luacheckKnowsThem() throws {
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
