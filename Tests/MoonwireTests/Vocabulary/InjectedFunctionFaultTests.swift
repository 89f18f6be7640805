import LuaRuntime
import Moonwire
import MoonwireSupport
import Testing

/// What functions of rules do that they should not.
@Suite struct InjectedFunctionFaultTests {
    private func living(_ text: String, variables: Lock<[String: String]> = Lock([:])) throws -> Living {
        let engine = #"service "v8" { type = "Engine", args = { brand = "v8" } }"# + "\n"
        let types: [any Exposed.Type] = [Engine.self, Badge.self, Person.self, Report.self, Ribbon.self]
        return try Living(engine + text, variables: variables, types: types)
    }

    @Test(arguments: [
        ("function() error { code = 1 } end", "a map was raised as an error"),
        ("function() error(nil) end", "nil was raised as an error"),
        ("function(owner) error(owner) end", "a value that is not a string was raised as an error"),
        ("function() coroutine.yield(1) end", "attempt to yield from outside a coroutine"),
        (
            "function() while true do pcall(function() while true do end end) end end",
            "the script exceeded its instruction limit"
        ),
        (
            "function() local t = {} while true do t[#t + 1] = string.rep('x', 100000) .. #t end end",
            "the script exceeded its memory limit"
        ),
    ])
    func failureIsAnError(function: String, expected: String) throws {
        let living = try living(#"inject { slot = "Badge.title", value = \#(function) }"#)
        let badge = Badge(name: "a")
        try living.container.inject(into: badge)
        let said = living.readable(message { _ = try badge.$title.get() })
        #expect(said.hasPrefix(#"container.lua:2: inject Badge.title: "value" failed: \#(expected)"#), "\(said)")
        #expect(!badge.$title.isFilled)
    }

    /// The property is no slot, but its key path does not show that.
    @Test func functionThatReadsItsSlotThroughAnotherPropertyIsAnError() throws {
        let living = try living(
            #"inject { slot = "Badge.title", value = function(owner) return owner.label end }"#)
        let badge = Badge(name: "a")
        try living.container.inject(into: badge)
        #expect(
            living.readable(message { _ = try badge.$title.get() }) == """
                container.lua:2: inject Badge.title: the function reads the slot that it fills
                    a property with a getter may read all slots of its type that are not exposed under their own names
                    in the function of inject Badge.title at container.lua:2
                """)
    }

    @Test func functionsThatReadTheSlotsOfEachOtherAreAnError() throws {
        let living = try living(
            """
            inject { slot = "Badge.first", value = function(owner) return owner.second end }
            inject { slot = "Badge.second", value = function(owner) return owner.first end }
            """)
        let badge = Badge(name: "a")
        try living.container.inject(into: badge)
        #expect(badge.first == nil)
        let entries = living.container.diagnostics.entries.filter { $0.severity == .fault }
        let said = entries.map { entry in message { throw ContainerError(entry) } }
        #expect(said.count == 1 && said[0].contains("inject Badge.first: the function reads the slot that it fills"))
    }

    @Test(arguments: [
        "c.get(c.param 'key')", "owner[c.param 'key']", "c.param 'key'", "error(c.param 'key')",
        "c.tagged({ c.param 'key' })",
    ])
    func errorsShowNoSecrets(expression: String) throws {
        let living = try living(
            """
            parameters { key = env.secret "TOKEN" }
            inject { slot = "Badge.first", value = function(owner, c) return \(expression) end }
            """, variables: Lock(["TOKEN": "very-secret-token"]))
        let badge = Badge(name: "a")
        try living.container.inject(into: badge)
        let said = message { _ = try badge.$first.get() }
        #expect(!said.isEmpty && !said.contains("secret-token"), "\(said)")
        #expect(badge.first == nil)
        let reported = "\(living.container.diagnostics.entries)"
        #expect(!reported.contains("secret-token"), "\(reported)")
    }

    /// Another container is the current one.
    @Test func functionReadsSlotsThatAreDeclaredLater() throws {
        let rule = #"inject { slot = "Ribbon.width", value = function() return 1 end }"#
        let other = try Living(rule.replacing("1", with: "2"), types: [Ribbon.self])
        let living = try Living(
            rule + "\n"
                + #"inject { slot = "Ribbon.text", value = function(owner) return "width " .. owner.width end }"#,
            types: [Ribbon.self])
        let ribbon = Ribbon()
        try living.container.inject(into: ribbon)
        #expect(ribbon.text == "width 1" && ribbon.width == 1)
        let second = Ribbon()
        try withContainer(other.container) { try living.container.inject(into: second) }
        #expect(second.text == "width 1" && second.width == 1)
    }

    /// The badge exists already, and has no part in the build of the page.
    @Test func lateSlotDoesNotSeeTheArgumentsOfTheBuildThatReadsIt() throws {
        let living = try living(
            """
            service "badge" { type = "Badge", args = { name = "shared" } }
            inject { slot = "Badge.title", value = function(_, c) return c.argument "title" end }
            service "page" {
                type = "Report", scope = "transient",
                args = { owner = argument "user", title = argument "title" },
                configure = function(report, c) report.note = c.get("badge").title end,
            }
            """)
        let said = message {
            _ = try living.container.resolve(
                "page", as: Report.self, arguments: ["user": Person(name: "Ada"), "title": "T"])
        }
        #expect(said.contains(#"argument "title" can only be read while its service is built"#), "\(said)")
    }

    @Test func slotReadForAnotherOneSeesTheArgumentsOfItsOwner() throws {
        let living = try living(
            """
            service "ribbon" { type = "Ribbon", scope = "transient", args = { label = argument "label" } }
            inject { slot = "Ribbon.text", value = function(owner) return "width " .. owner.width end }
            inject { slot = "Ribbon.width", value = function(_, c) return #c.argument "label" end }
            """)
        let ribbon = try living.container.resolve("ribbon", as: Ribbon.self, arguments: ["label": "four"])
        #expect(ribbon.text == "width 4")
    }

    @Test func functionsKeepNoOwnerAlive() throws {
        let living = try living(
            """
            inject { slot = "Badge.format", value = function(owner) return function() return owner.name end end }
            inject { slot = "Badge.title", value = function(owner) return owner.name end }
            """)
        weak var last: Badge?
        for _ in 0..<50 {
            let badge = Badge(name: "a")
            last = badge
            try living.container.inject(into: badge)
            #expect(badge.title == "a" && badge.format != nil)
        }
        #expect(last == nil)
    }
}

/// An owner whose slots functions fill.
private final class Badge: Exposed, @unchecked Sendable {
    let name: String
    @Injected var first: Int?
    @Injected var second: Int?
    @Injected var format: LuaFunction?
    @Lazy var title: String
    var label: String { "label \(name)" }

    init(name: String) { self.name = name }

    static let exposure = Exposure(Badge.self) {
        Initializer("name") { Badge(name: $0) }
        Property("name", \.name)
        Property("first", \.first)
        Property("second", \.second)
        Property("label", \.label)
        Property("title", \.$title)
    }
}

private final class Ribbon: Exposed {
    @Injected var text: String
    @Injected var width: Int

    static let exposure = Exposure(Ribbon.self) {
        Initializer("label") { (_: String) in Ribbon() }
        Property("width", \.width)
    }
}
