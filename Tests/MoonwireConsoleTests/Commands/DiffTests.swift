import MoonwireConsole
import TestSupport
import Testing

@Suite struct DiffTests {
    private static let old = """
        parameters { host = "localhost", gone = 1 }
        service "transport" { type = "Transport", args = { host = "%host%", port = 25 } }
        service "mailer" { type = "Mailer", args = { ref "transport" }, call = { { "start" }, { "start", 1 } } }
        service "old" { type = "Old" }
        service "made" (function(c)
            return c.get "mailer"
        end)
        hook.created("mailer", function() end)
        inject { type = "Mailer", value = ref "mailer" }
        preferences "Settings" { volume = { default = 5 } }
        """

    private static let new = """
        -- A line more.
        parameters { host = "example.org", fresh = 2 }
        service "transport" {
            type = "Transport",
            args = { host = "%host%", port = 26 },
            scope = "weak",
        }
        service "mailer" { type = "Mailer", args = { ref "transport" }, call = { { "start" }, { "start", 2 } } }
        service "made" (function(c)
            return c.get "transport"
        end)
        alias "mail" "mailer"
        hook.created("mailer", function() end, { priority = 1 })
        inject { type = "Mailer", value = skip }
        preferences "Settings" { volume = { default = 5, max = 10 } }
        """

    private func diff(_ old: String, _ new: String, _ options: String...) throws -> Transcript {
        let folder = try Folder(["old/container.lua": old, "new/container.lua": new])
        return Transcript(["diff", folder.file("old"), folder.file("new")] + options).without(folder.path + "/")
    }

    @Test func diffShowsEveryKindOfDifferenceWithBothLines() throws {
        let diff = try diff(Self.old, Self.new)
        #expect(
            diff.output == """
                ~ service "made"
                    built by
                      - a function of the script   old/container.lua:5
                      + a function of the script   new/container.lua:9
                + service "mail" (new/container.lua:12)
                ~ service "mailer"
                    argument 1 of call "start"
                      - 1   old/container.lua:3
                      + 2   new/container.lua:8
                - service "old" (old/container.lua:4)
                ~ service "transport"
                    scope
                      - shared   old/container.lua:2
                      + weak     new/container.lua:3
                    argument "port"
                      - 25   old/container.lua:2
                      + 26   new/container.lua:5
                + parameter "fresh" (new/container.lua:2)
                - parameter "gone" (old/container.lua:1)
                ~ parameter "host"
                    value
                      - "localhost"     old/container.lua:1
                      + "example.org"   new/container.lua:2
                ~ preference Settings.volume
                    max
                      + 10   new/container.lua:15
                ~ hook created "mailer"
                    priority
                      - 0   old/container.lua:8
                      + 1   new/container.lua:13
                ~ rule inject type Mailer
                    value
                      - ref "mailer"   old/container.lua:9
                      + skip           new/container.lua:14
                """)
        #expect(diff.status == .clean)
        #expect(diff.complaints.isEmpty)
    }

    @Test func movedLineIsNotADifference() throws {
        #expect(try diff(Self.old, "\n\n" + Self.old).output == "no differences")
    }

    /// Lua counts each of them as the end of one line.
    @Test(arguments: ["\n", "\r\n", "\r", "\n\r"]) func functionsAreComparedWithAnyLineEnding(end: String) throws {
        let old = Self.old.replacing("\n", with: end)
        #expect(try diff(old, old).output == "no differences")
        #expect(try diff(Self.old, old).output == "no differences")
        #expect(
            try diff(old, old.replacing("return c.get \"mailer\"", with: "return c.get \"old\"")).output == """
                ~ service "made"
                    built by
                      - a function of the script   old/container.lua:5
                      + a function of the script   new/container.lua:5
                """)
    }

    @Test func byteOrderMarkAndShebangAreNotDifferences() throws {
        let old =
            "#!/usr/bin/env lua\nservice \"a\" (function(c)\n    return c.get \"b\"\nend)\nservice \"b\" { type = \"B\" }"
        #expect(try diff(old, "\u{FEFF}" + old).output == "no differences")
        #expect(try diff(old, old.replacing("get \"b\"", with: "get(\"b\")")).output.hasPrefix("~ service \"a\""))
    }

    @Test func diffComparesTheChecksOfPreferences() throws {
        let old = """
            preferences "Settings" {
                volume = { default = 5, check = function(value)
                    return value < 10
                end },
                plain = { default = 1 },
            }
            """
        #expect(try diff(old, "\n" + old).output == "no differences")
        #expect(
            try diff(old, old.replacing("< 10", with: "< 11")).output == """
                ~ preference Settings.volume
                    check
                      - function   old/container.lua:2
                      + function   new/container.lua:2
                """)
        let without = "preferences \"Settings\" { volume = { default = 5 }, plain = { default = 1 } }"
        #expect(try diff(old, without).output.contains("- function"))
    }

    /// Reading the line for each function takes longer than the limit.
    @Test(.timeLimit(.minutes(10))) func diffOfManyFunctionsOnOneLineEnds() throws {
        let functions = (0..<5_000).map { "service \"s\($0)\" (function(c) return c.param \"p\" end)" }
        let script = (["parameters { p = 1 }"] + functions).joined(separator: " ")
        #expect(try diff(script, script).output == "no differences")
        let changed = try diff(
            script, script.replacing("\"s7\" (function(c) return c", with: "\"s7\" (function(c) return  c"))
        #expect(changed.output.hasPrefix("~ service \"s0\""))
    }

    @Test func diffAsJSON() throws {
        let script = "service \"a\" { type = \"A\" }"
        let output = try diff(script, script.replacing("\"A\"", with: "\"B\""), "--format", "json").output
        #expect(output == (try golden("diff.json", recording: output)))
    }

    @Test func diffReportsFaultsOfEitherSide() throws {
        let faulty = try diff("", "service \"a\" { type = \"A\", args = { ref \"b\" } }")
        #expect(faulty.output == "+ service \"a\" (new/container.lua:1)")
        #expect(faulty.complaints.contains("refers to \"b\", which is not defined"))
        #expect(faulty.status == .faults)
        let missing = try diff("", "", "--script", "other.lua")
        #expect(missing.complaints.hasPrefix("error: script \"old/other.lua\" does not exist\n"))
        #expect(missing.status == .faults)
    }

    @Test func diffComparesFiles() throws {
        let folder = try Folder(["a.lua": "service \"a\" { type = \"A\" }", "b.lua": ""])
        let diff = Transcript(["diff", folder.file("a.lua"), folder.file("b.lua")]).without(folder.path + "/")
        #expect(diff.output == "- service \"a\" (a.lua:1)")
    }

    @Test func diffOfOneFileIsAUsageError() {
        let one = Transcript(["diff", "a.lua"])
        #expect(
            one.complaints == """
                moonwire diff: diff expects two scripts or folders, got 1
                    see moonwire diff --help
                """)
        #expect(one.status == .usage)
    }
}
