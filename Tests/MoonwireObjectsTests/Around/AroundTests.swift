import LuaRuntime
import Moonwire
import MoonwireObjects
import Testing

/// Wrappers of exposed methods, in scripts.
@Suite struct AroundTests {
    private static let service = """
        service "mailer" { type = "Mailer", call = { { "send", "first" } } }

        """

    @Test func aWrapperReceivesTheOriginalTheObjectAndTheArguments() throws {
        let container = try office(
            Self.service + """
                around "Mailer.send" (function(original, self, text)
                    self:note("before")
                    return original(text .. "!") + 10
                end)
                service "result" (function(c) return c.get("mailer"):send("second") end)
                """)
        #expect(try container.resolve("result", as: Int.self) == 14)
        #expect(
            try container.resolve("mailer", as: Mailer.self).sent
                == ["note before", "first!", "note before", "second!"])
    }

    @Test func aMethodOfASubclassLeavesItsAncestorUntouched() throws {
        let container = try office(
            """
            service "plain" { type = "Mailer", call = { { "send", "a" } } }
            service "fast" { type = "FastMailer", call = { { "send", "a" } } }
            around "FastMailer.send" (function(original, self, text) return original("fast " .. text) end)
            """)
        #expect(try container.resolve("plain", as: Mailer.self).sent == ["a"])
        #expect(try container.resolve("fast", as: FastMailer.self).sent == ["fast a"])
    }

    @Test func aWrapperOfAnAncestorWrapsItsSubclasses() throws {
        let container = try office(
            """
            service "fast" { type = "FastMailer", call = { { "send", "a" } } }
            around "Mailer.send" (function(original, self, text) return original("any " .. text) end)
            """)
        #expect(try container.resolve("fast", as: FastMailer.self).sent == ["any a"])
    }

    @Test func theNewestWrapperIsTheOutermost() throws {
        let container = try office(
            Self.service + """
                around "Mailer.send" (function(original, self, text) return original(text .. " old") end)
                around "Mailer.send" (function(original, self, text) return original(text .. " new") end)
                """)
        #expect(try container.resolve("mailer", as: Mailer.self).sent == ["first new old"])
    }

    @Test func aWrapperNeedNotCallTheOriginal() throws {
        let container = try office(
            Self.service + """
                around "Mailer.send" (function(original, self, text) return 7 end)
                service "result" (function(c) return c.get("mailer"):send("second") end)
                """)
        #expect(try container.resolve("result", as: Int.self) == 7)
        #expect(try container.resolve("mailer", as: Mailer.self).sent == [])
    }

    @Test func factoriesAreWrapped() throws {
        let container = try office(
            """
            service "maker" { type = "Mailer" }
            service "made" { factory = { ref "maker", "make" }, args = { "x" } }
            service "price" { type = "Price", args = { cents = 5 }, call = { { "plus", 1 } } }
            around "Mailer.make" (function(original, self, name) local made = original(name) made:note(name) return made end)
            around "Price.plus" (function(original, self, cents) return original(cents * 100) end)
            """)
        #expect(try container.resolve("made", as: Mailer.self).sent == ["note x"])
        #expect(try container.resolve("price", as: Price.self).cents == 105)
    }

    @Test func listsAndErrorsCrossAWrapper() throws {
        let container = try office(
            """
            service "mailer" { type = "Mailer" }
            service "count" (function(c) return c.get("mailer"):list { "a", "b" } end)
            service "failing" (function(c) return c.get("mailer"):send("fail") end)
            around "Mailer.list" (function(original, self, texts) texts[3] = "c" return original(texts) end)
            around "Mailer.send" (function(original, self, text) return original(text) end)
            """)
        #expect(try container.resolve("count", as: Int.self) == 3)
        let error = #expect(throws: ContainerError.self) { try container.resolve("failing", as: Int.self) }
        #expect(error?.underlying as? Outage == Outage(reason: "no line"))
    }

    @Test func undoRemovesAWrapperInAnyOrder() throws {
        let container = try office(
            """
            local old = around "Mailer.send" (function(original, self, text) return original(text .. " old") end)
            local new = around "Mailer.send" (function(original, self, text) return original(text .. " new") end)
            local gone = around "Mailer.send" (function(original, self, text) return original(text .. " gone") end)
            gone() gone()
            service "mailer" { type = "Mailer", call = { { "send", "a" } } }
            service "next" (function(c)
                local mailer = c.get "mailer"
                old()
                mailer:send "b"
                new() new()
                mailer:send "c"
                return 1
            end)
            """)
        _ = try container.resolve("next", as: Int.self)
        #expect(try container.resolve("mailer", as: Mailer.self).sent == ["a new old", "b new", "c"])
    }

    @Test func oneObjectIsWrapped() throws {
        let container = try office(
            """
            service "one" { type = "Mailer", scope = "transient", call = { { "send", "a" } } }
            service "mailers" (function(c)
                local first, second = c.get "one", c.get "one"
                local undo = around(first, "send", function(original, self, text) return original(text .. " old") end)
                around(first, "send", function(original, self, text) return original(text .. " new") end)
                first:send "b"
                second:send "b"
                undo()
                first:send "c"
                return table.concat(first.sent, ", ") .. "; " .. table.concat(second.sent, ", ")
            end)
            """)
        #expect(try container.resolve("mailers", as: String.self) == "a, b new old, c new; a, b")
    }

    @Test func aReloadReplacesTheWrappers() throws {
        let text = "around \"Mailer.send\" (function(original, self, text) return original(text .. \"!\") end)"
        let folder = try Scratch()
        try folder.write("service \"mailer\" { type = \"Mailer\" }\n" + text)
        let container = try folder.container()
        func send() throws -> [String] {
            let mailer = try container.resolve("mailer", as: Mailer.self)
            _ = try container.resolve("send", as: Int.self)
            return mailer.sent
        }
        let rest = """

            service "send" { factory = { ref "mailer", "send" }, args = { "a" }, scope = "transient" }
            """
        try folder.write("service \"mailer\" { type = \"Mailer\" }\n" + text + rest)
        try container.reload()
        #expect(try send() == ["a!"])
        try folder.write("service \"mailer\" { type = \"Mailer\" }\n\n" + text + rest)
        try container.reload()
        #expect(try send() == ["a!", "a!"])
        try folder.write("service \"mailer\" { type = \"Mailer\" }" + rest)
        try container.reload()
        #expect(try send() == ["a!", "a!", "a"])
    }

    @Test func recursionEndsWithinTheLimits() throws {
        let container = try office(
            """
            service "mailer" { type = "Mailer" }
            service "loop" (function(c) return c.get("mailer"):send("a") end)
            around "Mailer.send" (function(original, self, text) return self:send(text) end)
            """)
        #expect(throws: ContainerError.self) { try container.resolve("loop", as: Int.self) }
        #expect(try container.resolve("mailer", as: Mailer.self).sent == [])
    }
}
