import Moonwire
import TestSupport
import Testing

/// Scripts cannot call asynchronous members.
@Suite struct AsynchronousCallTests {
    private func said(_ script: String) async -> String? {
        await message {
            let container = try Container(text: script, named: "script.lua", types: [Cable.self], environment: .dev)
            return try await container.resolve("it", as: Cable.self)
        }
    }

    @Test func initializerInAFactory() async {
        let message = await said(
            #"""
            local function make(name)
                local cable = Cable { name = name }
                return cable
            end
            service "it" (function(c)
                local cable = make "main"
                return cable
            end)
            """#)
        #expect(
            message == """
                script.lua:2: the initializer of Cable is asynchronous and cannot be called synchronously
                    in service "it"
                    call it while a service is built, by `type`, `factory`, or `call`
                    called from script.lua:6
                """)
    }

    @Test func methodInAFactory() async {
        let message = await said(
            #"""
            service "main" { type = "Cable", args = { name = "main" } }
            service "it" { factory = function(args, c)
                local main = c.get "main"
                main:note "synchronous"
                main:add "asynchronous"
                return main
            end, uses = { "main" } }
            """#)
        #expect(
            message == """
                script.lua:5: Cable.add is asynchronous and cannot be called synchronously
                    in service "it"
                    call it while a service is built, by `type`, `factory`, or `call`
                """)
    }

    @Test func methodInAConfigurator() async {
        let message = await said(
            #"""
            service "it" { type = "Cable", args = { name = "main" }, configure = function(cable) cable:branch "b" end }
            """#)
        #expect(
            message == """
                script.lua:1: Cable.branch is asynchronous and cannot be called synchronously
                    in service "it"
                    call it while a service is built, by `type`, `factory`, or `call`
                """)
    }
}
