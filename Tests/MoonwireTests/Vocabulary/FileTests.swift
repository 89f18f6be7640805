import LuaRuntime
import Moonwire
import Testing

/// `include` and `require`.
@Suite struct FileTests {
    @Test func includeRunsInPlaceEachTimeRelativeToTheIncludingFile() throws {
        let container = try wire(
            """
            include "parts/engine.lua"
            parameters { brand = "Rover" }
            include "parts/engine.lua"
            """,
            files: [
                "parts/engine.lua": #"include "deep/cylinders.lua" service "e" { type = "Engine", args = { "x" } }"#,
                "parts/deep/cylinders.lua": "parameters { cylinders = 4 }",
            ])
        #expect(try container.parameter("cylinders", as: Int.self) == 4)
        #expect(container.diagnostics.entries.map(\.severity) == [.warning])
    }

    @Test func includeReturnsTheResultsOfTheFile() throws {
        let container = try wire(
            """
            local make, four = include "make.lua"
            make("engine", four)
            """,
            files: [
                "make.lua": """
                return function(id, cylinders)
                    service(id) { type = "Engine", args = { "x", cylinders } }
                end, 4
                """
            ])
        #expect(try container.resolve("engine", as: Engine.self).cylinders == 4)
    }

    @Test func requireRunsOnceAGenerationRelativeToTheRoot() throws {
        let container = try wire(
            """
            local one = require "modules.counter"
            one.count = one.count + 1
            include "parts/user.lua"
            parameters { last = require("modules.counter").count }
            """,
            files: [
                "modules/counter.lua": "return { count = 1 }",
                "parts/user.lua": #"local c = require "modules.counter" c.count = c.count + 1"#,
            ])
        #expect(try container.parameter("last", as: Int.self) == 3)
    }

    @Test func aModuleWithoutResultIsTrue() throws {
        let container = try wire(
            """
            parameters { first = require "silent", again = require "silent" }
            """, files: ["silent.lua": "parameters { ran = true }"])
        for name in ["first", "again", "ran"] { #expect(try container.parameter(name, as: Bool.self)) }
    }

    @Test func requireMoonwireGivesAllWords() throws {
        let container = try wire(
            """
            local m = require "moonwire"
            m.parameters { port = m.env.int("PORT", 80), none = m.null }
            m.service "engine" { type = "Engine", args = { m.raw "%x%" } }
            m.service "car" { type = "Car", args = { engine = m.ref "engine" } }
            local names = {}
            for name in pairs(m) do names[#names + 1] = name end
            m.parameters { names = names, same = m.ref == ref and m == require "moonwire" }
            """)
        #expect(try container.resolve("car", as: Car.self).engine.brand == "%x%")
        #expect(try container.parameter("same", as: Bool.self))
        #expect(
            try container.parameter("names", as: [String].self) == [
                "alias", "argument", "auto", "bind", "decorate", "default_service", "defaults", "defined", "env",
                "environments", "extend", "hook", "include", "inherited", "inject", "inline", "inner", "later", "lazy",
                "now",
                "null",
                "optional", "options", "parallel", "param", "parameters", "pass", "preference", "preferences",
                "processor",
                "provider",
                "raw", "ref", "require",
                "scenario", "scopes", "service", "skip", "tagged", "typed", "when",
            ])
    }

    @Test func everyContainerRunsItsOwnModules() throws {
        let folder = Scratch()
        try folder.write(#"parameters { count = require("m").count }"#, "container.lua")
        for count in [1, 2] {
            try folder.write("return { count = \(count) }", "m.lua")
            let container = try Container(scripts: [folder.path("container.lua")], environment: .dev)
            #expect(try container.parameter("count", as: Int.self) == count)
        }
    }

    @Test func theRootMayBeWiderThanTheScriptsFolder() throws {
        let folder = Scratch()
        try folder.write(#"require "shared.words" "#, "apps/one/container.lua")
        try folder.write("parameters { word = 1 }", "shared/words.lua")
        let script = folder.path("apps/one/container.lua")
        #expect(throws: ContainerError.self) { _ = try Container(scripts: [script], environment: .dev) }
        let container = try Container(scripts: [script], environment: .dev, root: folder.path(""))
        #expect(try container.parameter("word", as: Int.self) == 1)
    }

    @Test(arguments: ["parts//a.lua", "./a.lua", "parts/./a.lua", "parts\\a.lua", "/a.lua", "parts/"])
    func includeRefusesPathsOutsideTheFolder(_ name: String) throws {
        #expect(
            message {
                _ = try wire("include [[\(name)]]", files: ["a.lua": "", "parts/a.lua": "", "parts\\a.lua": ""])
            } == """
                container.lua:1: include "\(name)": the file must be inside the scripts' folder; absolute paths and ".." are not allowed
                """)
    }

    /// Its path begins as the folder's does.
    @Test func folderNextToTheScriptsIsOutsideTheirFolder() throws {
        let folder = Scratch()
        try folder.write("include \"out.lua\"", "app/container.lua")
        try folder.write("", "app-secrets/secret.lua")
        try folder.link("app/out.lua", to: "../app-secrets/secret.lua")
        #expect(
            message { _ = try Container(scripts: [folder.path("app/container.lua")], environment: .dev) }
                .hasSuffix("include \"out.lua\": the file is outside the scripts' folder"))
    }

    /// Kept each time, the texts would have 20 GB.
    @Test(.timeLimit(.minutes(10))) func fileIncludedRepeatedlyIsKeptOnceAndCharged() throws {
        let big = ")" + String(repeating: " ", count: 2 << 20)
        let said = message {
            _ = try wire("\nfor i = 1, 1e4 do pcall(include, 'big.lua') end", files: ["big.lua": big])
        }
        #expect(said.contains("container.lua:2: the script exceeded its"), "\(said)")
    }

    @Test func filesCountAsMemory() throws {
        var files: [String: String] = [:]
        for number in 1...8 { files["f\(number).lua"] = "--" + String(repeating: "x", count: 100_000) }
        var limits = Interpreter.Limits()
        limits.hostMemory = 500_000
        let scratch = Scratch()
        try scratch.write("for i = 1, 8 do\n    include('f' .. i .. '.lua')\nend", "container.lua")
        for (name, text) in files { try scratch.write(text, name) }
        let said = message {
            _ = try Container(scripts: [scratch.path("container.lua")], environment: .dev, limits: limits)
        }
        #expect(
            said.hasPrefix("container.lua:2: the definitions of the scripts need more than 500000 bytes"), "\(said)")
        limits.hostMemory = 1_000_000
        _ = try Container(scripts: [scratch.path("container.lua")], environment: .dev, limits: limits)
    }

    @Test func filesThatAreMissingCountAsMemory() throws {
        var limits = Interpreter.Limits()
        limits.hostMemory = 200_000
        let scratch = Scratch()
        try scratch.write("local i = 0 while true do i = i + 1 pcall(include, 'f' .. i .. '.lua') end", "container.lua")
        let said = message {
            _ = try Container(scripts: [scratch.path("container.lua")], environment: .dev, limits: limits)
        }
        #expect(said.contains("container.lua:1: the definitions of the scripts need more than 200000 bytes"), "\(said)")
    }

    @Test func aFileThatIsIncludedOftenIsChargedOnce() throws {
        var limits = Interpreter.Limits()
        limits.hostMemory = 150_000
        let scratch = Scratch()
        try scratch.write("for i = 1, 10 do include 'f.lua' end", "container.lua")
        try scratch.write("--" + String(repeating: "x", count: 50_000), "f.lua")
        _ = try Container(scripts: [scratch.path("container.lua")], environment: .dev, limits: limits)
    }
}
