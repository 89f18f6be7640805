import Foundation
import Moonwire
import Testing

/// `environments` and `when`.
@Suite struct EnvironmentTests {
    private let script = """
        environments { "dev", "test", "ci" }
        parameters { said = "outside" }
        when("test", function()
            parameters { said = "test" }
            when("ci", function() parameters { said = "both" } end)
            when("test", function() parameters { inner = true } end)
        end)
        when("ci", function()
            parameters { said = "ci" }
        end)
        """

    @Test(arguments: [("dev", "outside"), ("test", "test"), ("ci", "ci")])
    func whenRunsInItsEnvironmentOnly(_ environment: String, _ said: String) throws {
        let container = try wire(script, environment: environment)
        #expect(try container.parameter("said", as: String.self) == said)
        #expect((try? container.parameter("inner", as: Bool.self)) == (environment == "test" ? true : nil))
    }

    @Test func devTestAndProdNeedNoDeclaration() throws {
        for environment in ["dev", "test", "prod"] {
            let container = try wire(
                """
                for _, name in ipairs { "dev", "test", "prod" } do
                    when(name, function() parameters { said = name } end)
                end
                """, environment: environment)
            #expect(try container.parameter("said", as: String.self) == environment)
        }
    }

    @Test func definitionInsideWhenReplacesAnEarlierOne() throws {
        let text = """
            service "engine" { type = "Engine", args = { "real" } }
            when("test", function()
                service "engine" { type = "Engine", args = { "fake" } }
                include "more.lua"
            end)
            """
        let files = ["more.lua": #"service "more" { type = "Workshop" }"#]
        let test = try wire(text, files: files, environment: "test")
        #expect(try test.resolve("engine", as: Engine.self).brand == "fake")
        #expect(test.contains("more"))
        #expect(try wire(text, files: files).resolve("engine", as: Engine.self).brand == "real")
    }

    @Test func environmentsApplyToLaterScripts() throws {
        let container = try wire(
            #"environments { "stage" }"#,
            files: ["over.lua": #"when("stage", function() parameters { said = true } end)"#], over: ["over.lua"],
            environment: "stage")
        #expect(try container.parameter("said", as: Bool.self))
    }

    @Test func numberOfEnvironmentsIsLimited() throws {
        let names = "local t = { 'dev' } for i = 2, %@ do t[i] = 'e' .. i end\nenvironments(t)"
        _ = try wire(names.replacingOccurrences(of: "%@", with: "100"))
        #expect(
            message { _ = try wire(names.replacingOccurrences(of: "%@", with: "10001")) } == """
                container.lua:2: environments expects at most 100 names, got 10001
                    `check` reads the scripts once for each environment
                """)
    }
}
