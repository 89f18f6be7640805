import Foundation
import LuaRuntime
import Moonwire
import MoonwireCore
import TestSupport
import Testing

/// What scripts make the host read, keep, and visit has a price, and nesting has a bound.
@Suite struct HostCostTests {
    private func faults(_ text: String, hostMemory: Int? = nil, elements: Int? = nil) throws -> String {
        var limits = Interpreter.Limits()
        if let hostMemory { limits.hostMemory = hostMemory }
        if let elements { limits.value.elements = elements }
        let scratch = Scratch()
        try scratch.write(text, "container.lua")
        return message {
            _ = try Container(
                scripts: [scratch.path("container.lua")], types: Garage.types + [Holder.self, Shell.self],
                environment: .dev,
                limits: limits)
        }
    }

    /// Where a value may stand that a script doubles again and again.
    private static let places = [
        "service \"x\" { type = \"Car\", args = { engine = t } }",
        "service \"x\" { type = \"Car\", set = { engine = t } }",
        "service \"x\" { type = \"Car\", call = { { \"drive\", t } } }",
        "service \"x\" { type = \"Car\", factory = { t, \"make\" } }",
        "service \"x\" { type = \"Car\", uses = t }",
        "service \"x\" { type = \"Car\", tags = { { \"tag\", value = t } } }",
        "decorate \"x\" { type = \"Car\", args = { t } }",
        "defaults { tags = { { \"tag\", value = t } } }",
        "parameters { t = t }", "inject { type = \"Car\", value = t }",
    ]

    @Test(arguments: places) func tablesThatShareTablesExceedTheInstructionLimit(_ place: String) throws {
        let said = try faults("local t = { 1 }\nfor i = 1, 40 do t = { t, t } end\n\(place)")
        #expect(said.contains("container.lua:3: "), "\(said)")
        #expect(
            said.contains(
                "contains the same tables so often that reading them exceeded the script's instruction limit"),
            "\(said)")
    }

    @Test(arguments: places) func tablesThatContainThemselvesAreRefused(_ place: String) throws {
        let said = try faults("local t = {}\nt[1] = t t[2] = t\n\(place)")
        #expect(said.contains("tables are nested too deeply, or contain themselves"), "\(said)")
        #expect(said.utf8.count < 4_000)
    }

    @Test func nestedSharedInlineServicesExceedTheInstructionLimit() throws {
        let said = try faults(
            """
            local t = inline { type = "Engine", args = { brand = "E" } }
            for i = 1, 20 do t = inline { type = "Car", args = { engine = t, trailer = t } } end
            service "x" { type = "Car", args = { engine = t } }
            """)
        #expect(said.contains("container.lua:2: inline service contains the same tables so often"), "\(said)")
    }

    @Test func hooksOfManyServicesCountTowardHostMemory() throws {
        let said = try faults(
            """
            for i = 1, 300 do service("s" .. i) { synthetic = true } end
            hook.created("s1", function() end)
            for i = 1, 100 do hook.created("*", function() end) end
            """, hostMemory: 1 << 20)
        #expect(
            said.contains(#"container.lua:3: hook.created("*"): the hooks of all services need more than the "#),
            "\(said)")
        #expect(
            said.contains(
                """
                bytes that remain
                    a hook counts for each service that it matches
                    `Limits.hostMemory` sets how much memory the scripts may use in total
                """), "\(said)")
    }

    /// Commands list the hooks of its slots for each service.
    @Test func hooksOfSlotsCountForTheServicesThatHaveThem() throws {
        let services =
            "for i = 1, 300 do service('s' .. i) { type = 'Dashboard', scope = 'transient' } end\n"
            + "service 'engine' { type = 'Engine', args = { brand = 'E' } }\n"
        let others = "for i = 1, 100 do hook.injected('SportDashboard.boost', function() end) end\n"
        #expect(try !faults(services + others, hostMemory: 1 << 20).contains("take more than"))
        for target in ["Dashboard.engine", "type:Engine", "Dash*", "*.boost"] {
            let said = try faults(
                services + others + "for i = 1, 100 do hook.injected('\(target)', function() end) end",
                hostMemory: 1 << 20)
            #expect(
                said.contains(
                    "container.lua:4: hook.injected(\"\(target)\"): the hooks of all slots need more than the "),
                "\(said)")
            #expect(
                said.contains(
                    """
                    bytes that remain
                        a hook counts once for each service that has a slot that it may match
                        `Limits.hostMemory` sets how much memory the scripts may use in total
                    """), "\(said)")
        }
    }

    /// By a tag, a hook counts for the services that have it.
    @Test func hooksByTagCountOnceForEachServiceWithTheTag() throws {
        let said = try faults(
            """
            for i = 1, 300 do service("s" .. i) { synthetic = true, tags = "t" } end
            for i = 1, 100 do hook.created("tag:none", function() end) end
            for i = 1, 100 do hook.created("tag:t", function() end) end
            """, hostMemory: 1 << 20)
        #expect(said.contains(#"container.lua:3: hook.created("tag:t"): the hooks of all services need"#), "\(said)")
    }

    /// A pattern counts for the names that begin as it does: with no such beginning, for all.
    @Test func hooksByPatternCountOnceForEachName() throws {
        let parameters = "local p = {} for i = 1, 300 do p['p' .. i] = i end parameters(p)\n"
        let preferences = "local p = {} for i = 1, 300 do p['p' .. i] = { default = i } end preferences 'Group' (p)\n"
        let kinds = [("parameter", parameters, ""), ("preference", preferences, "Group.")]
        for (kind, names, prefix) in kinds {
            let few = "for i = 1, 300 do hook.\(kind)('\(prefix)p' .. i .. '*', function() end) end"
            #expect(try faults(names + few, hostMemory: 2 << 20) == "")
            let many = "for i = 1, 300 do hook.\(kind)('*' .. i, function() end) end"
            let said = try faults(names + many, hostMemory: 2 << 20)
            #expect(said.contains("container.lua:2: hook.\(kind)("), "\(said)")
            #expect(
                said.contains(
                    """
                    bytes that remain
                        a hook counts for each \(kind) whose name begins like its pattern
                        `Limits.hostMemory` sets how much memory the scripts may use in total
                    """), "\(said)")
            #expect(said.contains("the hooks of all \(kind)s need more than the "), "\(said)")
        }
    }

    /// Commands write what a service inherits for each child.
    @Test func inheritedStringsCountForEachChild() throws {
        let said = try faults(
            """
            service "p" { abstract = true, type = "Engine", args = { brand = ("x"):rep(100000) } }
            for i = 1, 100 do service("s" .. i) { parent = "p" } end
            """, hostMemory: 4 << 20)
        let messages = said.matches(
            of: #/service "s(\d+)": the values that services inherit and collect need more than the /#)
        try #require(messages.count == 1, "\(said)")
        // The first for which there is no room.
        #expect(try #require(Int(messages[0].1)) < 60, "\(said)")
    }

    @Test func tableSharedAThousandTimesIsAccepted() throws {
        let said = try faults(
            """
            local t = { 1, 2, 3 }
            local all = {}
            for i = 1, 1000 do all[i] = t end
            parameters { all = all }
            """)
        #expect(said == "")
    }

    @Test func instructionLimitEndsAScriptThatCatchesFaults() throws {
        let said = try faults(
            """
            local t = { 1 }
            for i = 1, 40 do t = { t, t } end
            while true do pcall(parameters, { t = t }) end
            """)
        #expect(said.contains("contains the same tables so often"), "\(said)")
    }

    @Test func elementsOfAValueAreLimited() throws {
        let said = try faults("local t = {}\nfor i = 1, 2000 do t[i] = i end\nparameters { t = t }", elements: 1_000)
        #expect(
            said == """
                container.lua:3: parameters has more than 1000 elements
                    `Limits.value.elements` sets how many it may have
                """)
    }

    @Test(arguments: [
        "hook.created(\"x\", function() end)", "inject { type = \"Car\", value = \"x\" }", "service \"x\"",
        "decorate \"x\" { type = \"Car\" }", "alias(\"a\" .. i)(\"b\")", "service(\"a\" .. i) { type = \"Car\" }",
        "parameters { [\"p\" .. i] = i }", "preferences(\"G\" .. i) { p = { default = 1 } }", "x = ref \"y\"",
        "service \"x\" { typ = \"Car\" }", "service \"x\" { unknown = i }", "inline { type = \"Car\" }",
        "parameters { p = string.rep(\"x\", 10000) }", "when(\"prd\", function() end)",
        "service(string.rep(\"x\", 10000)) { type = \"Car\" }",
    ])
    func memoryOfTheHostIsLimited(_ statement: String) throws {
        let said = try faults("for i = 1, 100000 do \(statement) end", hostMemory: 1 << 20)
        #expect(said.contains("the definitions of the scripts need more than 1048576 bytes"), "\(said.prefix(400))")
        #expect(said.utf8.count < 100_000)
    }

    /// Wherever a script may write a string that is kept.
    private static let strings = [
        "service('s' .. i) { type = l }", "service('s' .. i) { type = 'Car', deprecated = l }",
        "service('s' .. i) { type = 'Car', stop = l }", "service('s' .. i) { parent = l }",
        "service('s' .. i) { factory = l }", "service('s' .. i) { type = 'Car', tags = l }",
        "service('s' .. i) { type = 'Car', call = { { l } } }", "service('s' .. i) { type = 'Car', uses = { l } }",
        "decorate('s') { type = 'Car', id = l .. i }", "decorate(l) { type = 'Car', if_present = true }",
        "alias('s' .. i)(l)", "hook.created(l, function() end)", "inject { type = l, value = 1 }",
        "inject { owner = l, value = skip }", "inject { slot = 'Dashboard.' .. l, value = 1 }",
        "preferences('G' .. i) { p = { default = l } }", "preferences('G' .. i) { p = { default = { { a = l } } } }",
        "preferences('G' .. i) { p = { default = 1, one_of = { 1, l } } }",
        "preferences('G' .. i) { p = { default = 1, key = l } }",
        "preferences('G' .. i) { p = { default = 1, from = l } }",
        "local _ = raw(l)", "local _ = param(l)", "local _ = ref(l)", "local _ = tagged(l)", "local _ = env.secret(l)",
        "local _ = inline { type = l }", "parameters { ['p' .. i] = { [l] = l } }",
    ]

    @Test(arguments: strings) func everyStringCountsTowardHostMemory(_ statement: String) throws {
        let said = try faults("local l = ('x'):rep(10000)\nfor i = 1, 2000 do \(statement) end", hostMemory: 4 << 20)
        #expect(said.contains("the definitions of the scripts need more than 4194304 bytes"), "\(said.prefix(400))")
    }

    /// Scripts that are small, and whose graph is large: many elements for each of many others.
    private static let products = [
        "local b = {} for i = 1, 300 do b[i] = { 'drive', i } end "
            + "service 'base' { abstract = true, type = 'Car', call = b } "
            + "for i = 1, 300 do service('s' .. i) { parent = 'base' } end",
        "local b = {} for i = 1, 300 do b['k' .. i] = i end service 'base' { abstract = true, type = 'Car', args = b } "
            + "for i = 1, 300 do service('s' .. i) { parent = 'base' } end",
        "for i = 1, 300 do service('s' .. i) { parent = 's' .. i + 1, call = { { 'drive', i } } } end "
            + "service 's301' { type = 'Car' }",
        "for i = 1, 300 do service('t' .. i) { type = 'Car', tags = 't' } end "
            + "for i = 1, 300 do service('s' .. i) { type = 'Car', args = { tagged 't' } } end",
        "for i = 1, 300 do service('t' .. i) { type = 'Car', tags = 't' } end "
            + "for i = 1, 300 do inject { slot = 'Dashboard.s' .. i, value = tagged 't' } end",
    ]

    @Test(arguments: products) func inheritedAndCollectedValuesCountTowardHostMemory(_ script: String) throws {
        let said = try faults(script, hostMemory: 4 << 20)
        #expect(
            said.contains("the values that services inherit and collect need more than the "), "\(said.prefix(400))")
        #expect(said.contains("container.lua:1: "))
    }

    /// Each level has an id of its own, made of the whole one.
    @Test(arguments: [
        "local l = ('x'):rep(100000) service(l) { type = 'Engine', args = { brand = 'E' } } alias 's'(l) d(300)",
        "for i = 1, 6 do service('s' .. i) { type = 'Engine', args = { brand = 'E' } } d(999, 's' .. i) end",
    ]) func idsOfDecoratedServicesCountTowardHostMemory(_ script: String) throws {
        let said = try faults(
            """
            local function d(n, id) for i = 1, n do decorate(id or 's') { type = 'Engine', args = { brand = 'D' } } end end
            \(script)
            """, hostMemory: 16 << 20)
        #expect(
            said.contains(": the ids of the services that its decorators wrap need more than the "),
            "\(said.prefix(400))")
        #expect(said.contains("container.lua:2: service "))
    }

    @Test func lackOfHostMemoryIsReportedOnce() throws {
        let said = try faults(
            """
            for i = 1, 100 do service('t' .. i) { type = 'Engine', args = { brand = 'E' }, tags = 't' } end
            for i = 1, 9 do
                service('s' .. i) { type = 'Rack', args = { engines = tagged 't' } }
            end
            """, hostMemory: 270_000)
        let lines = said.split(separator: "\n").filter { $0.contains("inherit and collect") }
        #expect(lines.count == 1, "\(said)")
    }

    @Test func tagsOfAFileCountForEachOfItsServices() throws {
        let said = try faults(
            """
            local t = {}
            for i = 1, 1000 do t[i] = 't' .. i end
            defaults { tags = t }
            for i = 1, 1000 do service('s' .. i) { type = 'Car' } end
            """, hostMemory: 4 << 20)
        #expect(
            said.hasPrefix("container.lua:4: the definitions of the scripts need more than 4194304 bytes"), "\(said)")
    }

    @Test func duplicateKeysCountTowardHostMemory() throws {
        let said = try faults(
            "parameters {\n" + String(repeating: "a = 1, ", count: 10_000) + "}", hostMemory: 1 << 20)
        #expect(said.contains("the definitions of the scripts need more than 1048576 bytes"), "\(said.prefix(400))")
    }

    private static let deep = [
        ("inline", "v = inline { type = \"Car\", args = { engine = v } }"),
        ("lists", "v = { v }"), ("maps", "v = { a = v }"),
        ("both", "v = inline { type = \"Car\", args = { engine = { v } } }"),
        ("mixed", "v = { a = { inline { type = \"Car\", set = { engine = v } } } }"),
    ]

    @Test(arguments: deep) func deepValuesAreRefused(_ name: String, _ step: String) throws {
        let said = try faults(
            "local v = 'x'\nfor i = 1, 1000 do \(step) end\nservice 'x' { type = 'Car', args = { engine = v } }")
        #expect(said.contains("tables are nested too deep"), "\(said.prefix(400))")
    }

    /// As deep as the bound lets it be, on the smallest stack, all the way to the inspection.
    @Test(arguments: deep) func deepestValuesAreReadOnTheSmallestStack(_ name: String, _ step: String) throws {
        let levels = ["inline": 20, "lists": 60, "maps": 60, "both": 15, "mixed": 11][name] ?? 1
        let text =
            "local v = 'x' for i = 1, \(levels) do \(step) end service 'x' { type = 'Holder', args = { value = v } } "
            + "parameters { p = \(name == "lists" || name == "maps" ? "v" : "1") }"
        let scratch = Scratch()
        try scratch.write(text, "container.lua")
        let path = scratch.path("container.lua")
        let said = Collected<String>()
        let thread = TestThread(stack: 512 << 10) {
            said.append(
                message {
                    let reading = try ScriptWiring(scripts: [path]).read("dev")
                    let inspection = reading.graph.map { Inspection($0) }
                    _ = try JSONEncoder().encode(inspection)
                    if let fault = reading.diagnostics.first(where: { $0.severity == .fault }) {
                        throw ContainerError(fault)
                    }
                })
        }
        thread.join()
        #expect(said.elements == [""])
    }

    @Test func deepInlineServicesAreBuiltAndReloadedOnTheSmallestStack() throws {
        let scratch = Scratch()
        try scratch.write(
            """
            local v
            for i = 1, 20 do v = inline { type = "Shell", args = { inner = v } } end
            service "shell" { type = "Shell", args = { inner = v } }
            """, "container.lua")
        let depths = Collected<Int>()
        let thread = TestThread(stack: 512 << 10) {
            do {
                let container = try Container(
                    scripts: [scratch.path("container.lua")], types: [Shell.self], environment: .dev)
                depths.append(try container.resolve("shell", as: Shell.self).depth)
                try container.reload()
            } catch {
                depths.append(-1)
            }
        }
        thread.join()
        #expect(depths.elements == [21])
    }

    @Test func deepNamesOfParametersAreRefused() throws {
        let said = try faults("parameters { [\"a\" .. string.rep(\".a\", 10000)] = 1 }")
        #expect(said.contains("is nested more than 64 levels deep"), "\(said)")
        let nested = try faults("local v = 1 for i = 1, 30 do v = { ['a.b.c'] = v } end parameters { p = v }")
        #expect(nested.contains("parameter \"p\" is nested more than 64 levels deep"), "\(nested)")
    }

    @Test func parametersOfDeepListsThatReferToEachOtherAreRefused() throws {
        let said = try faults(
            """
            for i = 1, 40 do
                local v = '%p' .. (i + 1) .. '%'
                for n = 1, 40 do v = { v } end
                parameters { ['p' .. i] = v }
            end
            parameters { p41 = 1 }
            """)
        #expect(said.contains("is nested more than 128 levels deep"), "\(said)")
    }
}

/// Holds another one like it.
final class Shell: Exposed, Sendable {
    private let inner: Shell?

    init(inner: Shell?) { self.inner = inner }

    var depth: Int { 1 + (inner?.depth ?? 0) }

    static let exposure = Exposure(Shell.self) {
        Initializer(ExposedArgument("inner", default: nil)) { (inner: Shell?) in Shell(inner: inner) }
    }
}
