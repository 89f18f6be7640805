import LuaRuntime
import Moonwire
import TestSupport
import Testing

/// Maps with very many keys into which parameters are filled: the work is linear.
@Suite(.timeLimit(.minutes(10))) struct FilledKeyCostTests {
    /// The scripts are long: on a busy machine, reading them takes longer than it may by default.
    private func load(_ text: String, types: [any Exposed.Type] = []) throws -> Container {
        try wire(text, types: types, limits: .init(cpuTime: .seconds(30)))
    }

    /// A type that decodes its parts one by one gets at each of them directly.
    @Test(arguments: ["\"k\" .. i", "\"%k%-\" .. i"]) func decodingFindsEachPartWithoutASearch(key: String) throws {
        let count = 50_000
        let container = try load(
            """
            parameters { k = "k" }
            local order, routes = {}, {}
            for i = 1, \(count) do order[i] = { port = i } routes[\(key)] = { port = i } end
            service "s" { type = "TableHolder", args = { table = { order = order, routes = routes } } }
            """, types: [TableHolder.self])
        let table = try container.resolve("s", as: TableHolder.self).table
        #expect(table.order.count == count && table.order.last?.port == count)
        #expect(table.routes.count == count && Set(table.routes.values.map(\.port)).count == count)
    }

    @Test func manyKeysWithParametersAreFilledInQuickly() throws {
        let (count, maps) = (100_000, 20_000)
        let container = try load(
            """
            parameters { k = "key", alias = "%k%" }
            local one, many = {}, {}
            for i = 1, \(count) do one["%alias%-" .. i] = i end
            for i = 1, \(maps) do many[i] = { ["%k%"] = i } end
            service "one" { type = "Settings", scope = "transient", args = { limits = one } }
            service "many" { type = "Settings", scope = "transient", args = { servers = many } }
            """)
        func limits() throws -> [String: Int] { try container.resolve("one", as: Settings.self).limits }
        #expect(try limits().count == count)
        #expect(try limits()["key-\(count)"] == count)
        try container.setParameter("k", to: .text("other"))
        #expect(try limits()["other-\(count)"] == count)
        let servers = try container.resolve("many", as: Settings.self).servers
        #expect(servers.count == maps && servers[maps - 1] == ["other": maps])
    }

    /// Together the keys are larger than a parameter may be.
    @Test func keysOfALargeMapAreComparedBeforeAnythingIsBuilt() throws {
        let script = """
            parameters { k = "a-key-of-some-length", l = "a-key-of-some-length" }
            local map = {}
            for i = 1, 100000 do map["%k%-" .. i] = i end
            map["%l%-77"] = 1
            """
        let said = "the keys \"%k%-77\" and \"%l%-77\" of the same map have the same value"
        #expect(
            message { _ = try load(script + "\nservice \"s\" { type = \"Settings\", args = { limits = map } }") }
                == "container.lua:5: service \"s\": argument \"limits\": \(said)")
        #expect(
            message { _ = try load(script + "\ninject { type = \"Dictionary<String, Int>\", value = map }") }
                == "container.lua:5: inject type Dictionary<String, Int>: \"value\": \(said)")
    }

    @Test func keysThatExceedTheLimitAreNotFilledIn() throws {
        let script = """
            parameters { p = ("x"):rep(1000000) }
            local map = {}
            for i = 1, 20 do map["%p%" .. i] = i end
            """
        #expect(
            message { _ = try load(script + "\nservice \"s\" { type = \"Settings\", args = { limits = map } }") }
                == "container.lua:4: service \"s\": argument \"limits\": "
                + "with their parameters, the keys of the map exceed 16777216 bytes")
    }
}
