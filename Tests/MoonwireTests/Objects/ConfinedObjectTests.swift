import LuaRuntime
import Moonwire
import TestSupport
import Testing

/// Scripts hold what is not `Sendable` during one call of theirs, and everything else as long as they like.
@Suite struct ConfinedObjectTests {
    private static let message = """
        container.lua:4: Draft.title: refers to Draft, which is not Sendable: only the call that got it may use it
            get it again in each call, or make the type Sendable
            in service "late"
        """

    /// Scripts keep things in `kept.draft`, and use them in the service `late`.
    private static let wiring = """
        local kept = {}
        local function keep(draft) kept.draft = draft return draft.title end
        service "draft" { type = "Draft", args = { ref "tally" }, scope = "transient" }
        service "late" { factory = function() return kept.draft.title end, scope = "transient" }

        """
    private static let types: [any Exposed.Type] = [Draft.self, Tally.self, Folder.self]

    private func living(_ text: String, _ alive: Counter = Counter()) throws -> Living {
        try Living(Self.wiring + text, types: Self.types) { services in services.register("tally") { _ in Tally(alive) }
        }
    }

    @Test(arguments: [
        #"service "early" { factory = function(args) return keep(args.draft) end, args = { draft = ref "draft" } }"#,
        #"service "early" { factory = function(args) return keep(args[1][1]) end, args = { { ref "draft" } } }"#,
        #"service "early" (function(c) return keep(c.get "draft") end)"#,
        #"service "draft2" { parent = "draft", tags = "t" } service "early" (function(c) return keep(c.tagged("t")[1]) end)"#,
        #"service "early" (function(c) return keep(Draft { tally = c.get "tally" }) end)"#,
        #"service "early" (function(c) return keep(c.get("draft"):copy()) end)"#,
        #"service "early" (function(c) return keep(c.get("draft").next) end)"#,
        #"service "early" (function(c) return keep(c.get("draft").all[2]) end)"#,
        #"service "early" { type = "Draft", args = { ref "tally" }, scope = "transient", configure = keep }"#,
        #"hook.created("draft", function(draft) keep(draft) end) alias "early" "draft""#,
        #"hook.resolved("draft", keep) alias "early" "draft""#,
        #"hook.injected("Folder.draft", keep) service "early" { type = "Folder", scope = "transient" }"#,
        #"hook.injected("Folder.draft", function(_, owner) keep(owner) end) service "early" { type = "Folder", scope = "transient" }"#,
    ])
    func keptConfinedObjectIsInvalidAfterTheCall(_ text: String) throws {
        let alive = Counter()
        let living = try living(text, alive)
        _ = try living.container.resolve("early", as: Any.self)
        let name = text.contains("keep(owner)") ? "Folder" : "Draft"
        #expect(late(living) == Self.message.replacing("Draft", with: name))
        #expect(alive.value == 0)
    }

    @Test func keptSendableObjectStaysValid() throws {
        let living = try living(
            """
            service "early" { factory = function(args) return keep(args[1]) end, args = { ref "tally" } }
            """)
        #expect(try living.container.resolve("early", as: String.self) == "a tally")
        #expect(late(living) == "a tally")
    }

    @Test func confinedObjectKeepsItsIdentityWithinACall() throws {
        let living = try living(
            """
            service "shared draft" { parent = "draft", scope = "graph" }
            service "inner" {
                factory = function(args) kept.inner = args[1] return args[1] == kept.outer and args[1].title end,
                args = { ref "shared draft" }, scope = "transient",
            }
            service "early" (function(c)
                kept.outer = c.get "shared draft"
                local title = c.get "inner"
                return title .. (kept.inner == kept.outer and kept.inner.title or "")
            end)
            """)
        #expect(try living.container.resolve("early", as: String.self) == "a drafta draft")
    }

    @Test func callbackCanUseTheConfinedObjectOfItsCaller() throws {
        let living = try living(
            """
            service "early" (function(c)
                local draft = c.get "draft"
                return draft:calling(function() return draft.title end)
            end)
            """)
        #expect(try living.container.resolve("early", as: String.self) == "a draft")
    }

    @Test func confinedObjectCannotBeUsedByAnotherThreadLater() throws {
        let living = try living(#"service "early" (function(c) return keep(c.get "draft") end)"#)
        _ = try living.container.resolve("early", as: String.self)
        #expect(elsewhere(living) == Self.message)
    }

    @Test(.timeLimit(.minutes(10))) func confinedObjectCannotBeUsedByAnotherThreadDuringTheCall() throws {
        let said = Collected<String>()
        let current = Collected<Living>()
        let living = try Living(
            Self.wiring + """
                service "early" (function(c)
                    keep(c.get "draft")
                    c.get "elsewhere"
                    return kept.draft.title
                end)
                """, types: Self.types
        ) { services in
            services.register("tally") { _ in Tally(Counter()) }
            services.register("elsewhere") { _ in
                for living in current.elements { said.append(elsewhere(living)) }
                return 1
            }
        }
        current.append(living)
        #expect(try living.container.resolve("early", as: String.self) == "a draft")
        #expect(said.elements == [Self.message])
    }
}

/// What a script says that uses what was kept.
private func late(_ living: Living) -> String {
    do { return try living.container.resolve("late", as: String.self) } catch { return living.readable("\(error)") }
}

/// The same from a thread of its own.
private func elsewhere(_ living: Living) -> String {
    let said = Collected<String>()
    onThreads(1) { _ in said.append(late(living)) }
    return said.elements.joined()
}

/// Counts drafts; any thread may have it.
private final class Tally: Exposed, Sendable {
    let alive: Counter

    init(_ alive: Counter) { self.alive = alive }

    static let exposure = Exposure(Tally.self) { Property("title") { _ in "a tally" } }
}

/// A class that must stay in one isolation domain.
private final class Draft: Exposed {
    let tally: Tally
    var title = "a draft"

    init(tally: Tally) {
        self.tally = tally
        tally.alive.add()
    }

    deinit { tally.alive.add(-1) }

    static let exposure = Exposure(Draft.self) {
        Initializer("tally") { Draft(tally: $0) }
        Property("title", \.title)
        Property("next") { Draft(tally: $0.tally) }
        Property("all") { draft in (1...2).map { _ in Draft(tally: draft.tally) } }
        Method("copy") { (draft: Draft) in Draft(tally: draft.tally) }
        Method("calling", "function") { (_: Draft, function: LuaFunction) in try function.call(as: String.self) }
    }
}

/// An owner of a slot.
private final class Folder: Exposed {
    @Injected("draft") var draft: Draft

    static let exposure = Exposure(Folder.self) {
        Initializer { Folder() }
        Property("title") { _ in "a folder" }
    }
}
