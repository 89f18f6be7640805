import Moonwire
import Synchronization
import TestSupport
import Testing

/// Keys of maps into which parameters and variables of the environment are filled.
@Suite struct MapKeyTests {
    @Test func parametersAndVariablesAreFilledIntoMapKeys() throws {
        let literal = #"""
            {
                ["%k%"] = 1, ["%k%-%n%"] = 2, ["%env(NAME)%"] = 3, ["a.%k%"] = { ["%k%"] = "%k%" }, plain = 4,
                ["100%"] = 5, ["%%k%%"] = 6, ["50%%"] = 7, list = { { ["%k%"] = param "n" } },
            }
            """#
        let value = try held(literal, parameters: #"{ k = "key", n = 7, alias = "%k%" }"#, variables: ["NAME": "env"])
        #expect(
            value
                == .map([
                    "key": .integer(1), "key-7": .integer(2), "env": .integer(3), "a.key": .map(["key": .text("key")]),
                    "plain": .integer(4), "100%": .integer(5), "%k%": .integer(6), "50%": .integer(7),
                    "list": .list([.map(["key": .integer(7)])]),
                ]))
    }

    /// In typed maps, in rules of slots, in functions, and of services; the values are built as elsewhere.
    @Test func mapKeysAreFilledInEverywhere() throws {
        let container = try wire(
            """
            parameters { k = "key" }
            service "e" { type = "Engine", args = { "A" } }
            service "typed" { type = "Settings", args = { limits = { ["%k%"] = 1 } } }
            service "rack" {
                type = "Rack", args = { byName = { ["%k%"] = ref "e", two = inline { type = "Engine", args = { "%k%" } } } },
            }
            service "function" {
                factory = function(args) return Engine { brand = tostring(args.v.key) } end,
                args = { v = { ["%k%"] = "of a function" } },
            }
            service "call" { type = "Settings", set = {}, args = { servers = { { ["%k%"] = 2 } } } }
            """)
        #expect(try container.resolve("typed", as: Settings.self).limits == ["key": 1])
        let rack = try container.resolve("rack", as: Rack.self).byName
        #expect(try rack["key"] === container.resolve("e", as: Engine.self))
        #expect(rack["two"]?.brand == "key" && rack.count == 2)
        #expect(try container.resolve("function", as: Engine.self).brand == "of a function")
        #expect(try container.resolve("call", as: Settings.self).servers == [["key": 2]])
    }

    @Test func keysInsideParametersAreFilledIn() throws {
        let parameters = #"{ k = "key", m = { ["%k%"] = { ["%k%.2"] = 1 } }, outer = { inner = { ["%k%"] = 2 } } }"#
        #expect(try held(#""%m%""#, parameters: parameters) == .map(["key": .map(["key.2": .integer(1)])]))
        #expect(
            try held(#"param "outer""#, parameters: parameters) == .map(["inner": .map(["key": .integer(2)])]))
    }

    @Test func faultsOfMapKeysAreReported() {
        #expect(
            message {
                _ = try wire(
                    """
                    parameters { number = 5, list = { 1 }, a = "same", b = "same", sound = "x" }
                    service "s" {
                        factory = function() return 1 end,
                        args = { v = {
                            ["%soun%"] = 2,
                            ["x%list%"] = 4,
                        } },
                    }
                    service "t" {
                        factory = function() return 1 end,
                        args = {
                            u = { ["%number%"] = 1 },
                            v = { ["%a%"] = 1, ["%b%"] = 2 },
                            w = { same = 1, ["%a%"] = 2 },
                            x = { ["%%z"] = 1, ["%z"] = 2 },
                        },
                    }
                    parameters {
                        m = { ["%list%"] = 1 },
                    }
                    """)
            } == """
                container.lua:5: service "s": argument "v" at %soun% refers to parameter "soun", which is not defined
                    did you mean "sound"?
                container.lua:6: service "s": argument "v" at x%list%: parameter "list" is not a string, number, or Boolean, \
                and cannot be part of a string
                    write "%list%" alone to pass the value as it is
                container.lua:12: service "t": argument "u": the value of the key "%number%" must be a string, got an integer
                    use a string, or combine values in the key: `["%prefix%-%number%"]`
                container.lua:13: service "t": argument "v": the keys "%a%" and "%b%" of the same map have the same value
                container.lua:14: service "t": argument "w": the keys "%a%" and "same" of the same map have the same value
                container.lua:15: service "t": argument "x": the keys "%%z" and "%z" of the same map have the same value
                container.lua:19: parameter "m": the value of the key "%list%" must be a string, got a list
                    use a string, or combine values in the key: `["%prefix%-%number%"]`
                """)
    }

    @Test func invalidPlaceholderInAKeyIsAFault() {
        #expect(
            message {
                _ = try wire("service \"s\" { type = \"Holder\", args = {\n value = {\n [\"%smtp-host%\"] = 3 } } }")
            } == """
                container.lua:3: service "s": "%smtp-host%" in "args.value.%smtp-host%" is not valid: \
                "smtp-host" is not a valid parameter name
                    write `%%` for a percent sign, or `raw "…"` for a string that is not interpreted
                """)
    }

    @Test func valuesAreCheckedUnderTheirKeys() {
        #expect(
            message {
                _ = try wire(
                    "parameters { k = \"key\" }\nservice \"s\" { type = \"Settings\", args = {\n limits = {\n [\"%k%\"] = \"x\" } } }"
                )
            } == "container.lua:4: service \"s\": argument \"limits\" at %k% expects an integer, got the string \"x\"")
    }

    private static let tables: [any Exposed.Type] = [TableHolder.self, TableOwner.self]

    /// Only the Swift type says what is wrong, and sees the keys as they are filled in.
    @Test func valuesThatOnlyTheTypeRefusesAreNamedByTheWrittenKeys() throws {
        func said(_ routes: String) -> String {
            message {
                _ = try wire(
                    """
                    parameters { k = "key", n = { ["%k%"] = { port = "y" } } }
                    service "s" { type = "TableHolder", args = { table = {
                        order = {},
                        routes = {
                            other = { port = 1 },
                            \(routes)
                        },
                    } } }
                    """, types: Self.tables)
            }
        }
        #expect(
            said(#"["%k%"] = { port = "x" }"#)
                == #"container.lua:6: service "s": argument "table" at routes.%k%.port expects an integer, got the string "x""#
        )
        #expect(
            said(#"["%k%.1"] = { pot = 1 }"#) == """
                container.lua:6: service "s": argument "table" at routes.%k%.1.pot is not a field
                    did you mean "port"?
                """)
        #expect(
            said(#"["%k%"] = "%n%""#)
                == #"container.lua:6: service "s": argument "table" at routes.%k%.key is not a field"#)
    }

    /// The same where only the environment says what is wrong, when the service is built or the slot is filled.
    @Test func errorsOfBuildsNameTheWrittenKeys() throws {
        let container = try wire(
            """
            parameters { k = "key" }
            service "labeled" { type = "TableHolder", args = { table = { order = {}, routes = {
                ["%k%"] = { port = env.secret "PORT" } } } } }
            service "set" { type = "TableHolder", set = { table = { order = {}, routes = {
                ["%k%"] = { port = env.secret "PORT" } } } } }
            service "called" { type = "TableHolder", call = { { "use", { order = {}, routes = {
                ["%k%"] = { port = env.secret "PORT" } } } } } }
            service "listed" { type = "TableHolder", args = { { order = {}, routes = {
                ["%k%"] = { port = env.secret "PORT" } } } } }
            inject { slot = "TableOwner.table", value = { order = {}, routes = {
                ["%k%"] = { port = env.secret "PORT" } } } }
            """, variables: ["PORT": "x"], types: Self.tables)
        let wrong = "at routes.%k%.port expects an integer, got a secret"
        #expect(
            message { _ = try container.resolve("labeled", as: TableHolder.self) }
                == "container.lua:3: service \"labeled\": argument \"table\" \(wrong)")
        #expect(
            message { _ = try container.resolve("set", as: TableHolder.self) }
                == "container.lua:5: service \"set\": property \"table\" \(wrong)")
        #expect(
            message { _ = try container.resolve("called", as: TableHolder.self) }
                == "container.lua:6: service \"called\": argument \"table\" of call \"use\" \(wrong)")
        #expect(
            message { _ = try container.resolve("listed", as: TableHolder.self) }
                == "container.lua:8: service \"listed\": argument \"table\" \(wrong)")
        let owner = TableOwner()
        try container.inject(into: owner)
        #expect(
            message { _ = try owner.$table.get() } == "container.lua:11: inject TableOwner.table: \"value\" \(wrong)")
    }

    @Test func mapKeysOfARuleAreChecked() {
        #expect(
            message {
                _ = try wire(
                    "parameters { k = 1 }\ninject { type = \"Array<Int>\", value = {\n [\"%k%\"] = 1 } }")
            }.contains("the value of the key \"%k%\" must be a string, got an integer"))
    }

    /// A key in a rule that is not understood is told once.
    @Test func faultOfAMapKeyInARuleIsReportedOnce() {
        let said = message {
            _ = try wire(
                "parameters { list = { 1 } }\ninject { slot = \"Dashboard.engine\", value = { [\"x%list%\"] = 1 } }")
        }
        #expect(said.ranges(of: "cannot be part of a string").count == 1, "\(said)")
    }

    /// Only what is filled in has the limits of parameters, and what chose a type is fixed.
    @Test func mapsWithFilledKeysArePlannedOnce() throws {
        let container = try wire(
            """
            parameters { k = "en", cls = "Engine" }
            service "s" (function() return 1 end)
            service "long" {
                type = "Holder",
                args = { value = { ["%k%"] = string.rep("x", 600000), de = string.rep("y", 600000) } },
            }
            service "rack" { type = "Rack", args = { byName = { ["%k%"] = inline { type = "%cls%", args = { "A" } } } } }
            """)
        #expect(try container.resolve("rack", as: Rack.self).byName["en"]?.brand == "A")
        _ = try container.resolve("long", as: Holder.self)
        #expect(
            message { try container.setParameter("cls", to: .text("Other")) }
                .hasPrefix("parameter \"cls\" determines a type"))
    }

    @Test func aMapThatIsFilledInCannotBeSet() throws {
        let container = try wire(
            "parameters { k = \"a\", m = { [\"%k%\"] = 1 } }\nservice \"s\" { synthetic = true }")
        #expect(
            message { try container.setParameter("m", to: .map(["x": .integer(2)])) }.hasSuffix(
                """
                : parameter "m" is filled in from other parameters and cannot be set to a map
                    set those parameters
                """))
    }

    /// What a running container is given.
    @Test func aParameterThatIsSetMustKeepKeysApart() throws {
        let container = try wire(
            """
            parameters { a = "a", b = "b" }
            service "s" { type = "Settings", scope = "transient", args = { limits = { ["%a%"] = 1, ["%b%"] = 2 } } }
            """)
        #expect(try container.resolve("s", as: Settings.self).limits == ["a": 1, "b": 2])
        try container.setParameter("a", to: .text("c"))
        #expect(try container.resolve("s", as: Settings.self).limits == ["c": 1, "b": 2])
        #expect(
            message { try container.setParameter("b", to: .text("c")) }
                .contains("the keys \"%a%\" and \"%b%\" of the same map have the same value"))
        #expect(try container.resolve("s", as: Settings.self).limits == ["c": 1, "b": 2])
    }

    /// The environment is read when scripts are loaded, and again when the service is built.
    @Test func variablesThatMakeKeysTheSameAreFaults() throws {
        let folder = Scratch()
        try folder.write(
            #"service "s" { type = "Settings", args = { limits = { ["%env(A)%"] = 1, x = 2 } } }"#, "container.lua")
        let variable = Mutex("y")
        let make = {
            try Container(
                scripts: [folder.path("container.lua")], types: Garage.types, environment: .dev,
                variables: EnvironmentVariables { _ in variable.withLock { $0 } })
        }
        let container = try make()
        variable.withLock { $0 = "x" }
        let said =
            "service \"s\": argument \"limits\": the keys \"%env(A)%\" and \"x\" of the same map have the same value"
        #expect(message { _ = try make() }.contains(said))
        #expect(
            message { _ = try container.resolve("s", as: Settings.self) }
                .contains("the keys \"%env(A)%\" and \"x\" of the same map have the same value"))
        variable.withLock { $0 = "z" }
        #expect(try container.resolve("s", as: Settings.self).limits == ["x": 2, "z": 1])
    }

    @Test func secretsInKeysAreNotShown() throws {
        let secret = "s3cr3t-key-of-the-vault"
        func wired(_ literal: String) throws -> Container {
            try wire(
                """
                parameters { key = env.secret "KEY" }
                service "s" { type = "Settings", args = { limits = \(literal) } }
                """, variables: ["KEY": secret])
        }
        #expect(try wired(#"{ ["%key%"] = 1 }"#).resolve("s", as: Settings.self).limits == [secret: 1])
        for literal in [
            #"{ ["%key%"] = "%key%" }"#, #"{ ["%key%"] = 1, ["%env(KEY)%"] = 2 }"#, #"{ ["%key%"] = "x" }"#,
        ] {
            let said = message { _ = try wired(literal).resolve("s", as: Settings.self) }
            #expect(!said.isEmpty && !said.contains(secret), "\(said)")
        }
    }

    @Test func reloadComparesFilledInMapKeys() throws {
        let folder = Scratch()
        let script = { (key: String, name: String) in
            """
            parameters { k = "\(key)", l = "one" }
            service "s" { type = "Rack", args = { byName = { ["\(name)"] = ref "e" } } }
            service "e" { type = "Engine", args = { "A" } }
            """
        }
        try folder.write(script("one", "%k%"), "container.lua")
        let container = try Container(scripts: [folder.path("container.lua")], types: Garage.types, environment: .dev)
        let first = try container.resolve("s", as: Rack.self)
        for name in ["%l%", "%k%", "one"] {
            try folder.write(script("one", name), "container.lua")
            try container.reload()
            #expect(try container.resolve("s", as: Rack.self) === first, "\(name)")
        }
        try folder.write(script("two", "%k%"), "container.lua")
        try container.reload()
        let second = try container.resolve("s", as: Rack.self)
        #expect(second !== first && second.byName.keys.sorted() == ["two"])
    }

    /// All parts of one value come from the same keys, whatever others set meanwhile.
    @Test func keysOfAMapAreFilledInFromTheSameParameters() throws {
        let script = """
            parameters { k = "a" }
            service "s" {
                type = "TableHolder", scope = "transient",
                args = { table = { order = {}, routes = { ["%k%.1"] = { port = 1 }, ["%k%.2"] = { port = 2 } } } },
            }
            """
        let folder = Scratch()
        try folder.write(script, "container.lua")
        let container = try Container(
            scripts: [folder.path("container.lua")], types: Garage.types + [TableHolder.self], environment: .dev)
        let failures = Collected<String>()
        let rounds = repetitions(2_000, debug: 1_000)
        onThreads(4) { number in
            for round in 0..<rounds where failures.elements.isEmpty {
                do {
                    switch number {
                    case 0: try container.setParameter("k", to: .text(round.isMultiple(of: 2) ? "b" : "a"))
                    case 1: if round.isMultiple(of: 50) { try container.reload() }
                    default:
                        let keys = try container.resolve("s", as: TableHolder.self).table.routes.keys.sorted()
                        if keys != ["a.1", "a.2"], keys != ["b.1", "b.2"] { failures.append("\(keys)") }
                    }
                } catch { failures.append("\(error)") }
            }
        }
        #expect(failures.elements == [])
    }
}
