import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What processors of environment variables return: tables, secrets, and values that a script cannot use.
@Suite struct ProcessorResultTests {
    /// The beginning of each script, in eight lines.
    private static let processors = """
        processor "sparse" (function(text) return { [5] = text } end)
        processor "keys" (function(text) return { [text] = 1 } end)
        processor "both" (function(text) return { [5] = 1, [text] = 2 } end)
        processor "ring" (function() local ring = {} ring.ring = ring return ring end)
        processor "print" (function() return { print } end)
        local function text(table)
            for key in pairs(table) do if key ~= 5 then return key end end
        end

        """

    /// The text of a variable is not read as a form, wherever a processor puts it.
    @Test(arguments: ["env.sparse(\"CODED\")[5]", "text(env.keys \"CODED\")", "text(env.both \"CODED\")"])
    func textsInTablesAreNotParsed(_ written: String) throws {
        let variables = ["CODED": "%env(OTHER)%", "OTHER": "other"]
        #expect(try held(written, variables: variables, before: Self.processors) == .text("%env(OTHER)%"))
    }

    @Test func aTextIsProcessedOnceForAllPlaces() throws {
        let calls = Lock(0)
        _ = try wire(
            """
            parameters { brand = "%env(counted:NAME)%" }
            service "first" { type = "Engine", args = { brand = "%env(counted:NAME)%" } }
            service "second" { type = "Engine", args = { brand = "%env(counted:NAME)%" } }
            service "third" { type = "Engine", args = { brand = param "brand" } }
            """, variables: ["NAME": "rover"]
        ) { services in
            services.addProcessor("counted") { text in
                calls.withLock { $0 += 1 }
                return .text(text)
            }
        }
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func allStringsOfASecretAreMasked() {
        let said = message {
            let container = try wire(
                """
                processor "parts" (function(text)
                    local parts = {}
                    for i = 1, 300 do parts[i] = "part-of-it-" .. i * 7919 end
                    parts[301] = "entirely_different_password"
                    return parts
                end)
                parameters { key = env.secret "KEY", parts = "%env(parts:KEY)%" }
                service "late" (function(c) error("it is " .. c.param("parts")[301] .. ", " .. c.param("parts")[1]) end)
                """, variables: ["KEY": "topsecret99"])
            _ = try container.resolve("late", as: Int.self)
        }
        #expect(said.contains("it is ***, ***"), "\(said)")
    }

    /// A short string in a longer word is a coincidence.
    @Test func shortStringsOfASecretAreMaskedAsWords() {
        let said = message {
            let container = try wire(
                """
                processor "mode" (function() return "log" end)
                parameters { key = env.secret "KEY", mode = "%env(mode:KEY)%" }
                service "logger" (function(c) error("the mode of the catalog is " .. c.param "mode") end)
                """, variables: ["KEY": "topsecret99"])
            _ = try container.resolve("logger", as: Int.self)
        }
        #expect(
            said.hasPrefix(
                "container.lua:3: service \"logger\" could not be built: the mode of the catalog is ***"), "\(said)")
    }

    @Test(arguments: [
        (
            "service \"engine\" { type = \"Engine\", args = { brand = \"%env(ring:WORD)%\" } }",
            """
            container.lua:9: environment variable "WORD": processor "ring" failed: \
            it returned a map, which is nested too deeply, or contains itself
            """
        ),
        (
            "service \"engine\" { type = \"Engine\", args = { brand = \"%env(print:WORD)%\" } }",
            """
            container.lua:9: environment variable "WORD": processor "print" failed: \
            it returned a list, which is not plain data
            """
        ),
        (
            "service \"engine\" { type = \"Engine\", args = { brand = \"a %env(keys:WORD)%\" } }",
            """
            container.lua:9: service "engine": argument "brand": the value of environment variable "WORD" \
            is not a string, number, or Boolean, and cannot be part of a string
                write "%env(keys:WORD)%" alone to pass the value as it is
            """
        ),
    ]) func whatCannotBeUsedIsAnErrorWithItsReason(_ line: String, _ expected: String) {
        let said = message {
            let container = try wire(Self.processors + line, variables: ["WORD": "x"])
            _ = try container.resolve("engine", as: Engine.self)
        }
        #expect(said.hasPrefix(expected), "\(said)")
    }
}
