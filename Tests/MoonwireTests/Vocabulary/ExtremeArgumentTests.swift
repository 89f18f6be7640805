import Foundation
import Moonwire
import TestSupport
import Testing

/// Whatever a script gives to words and to exposed types, it ends with a value or with faults of bounded length.
@Suite(.timeLimit(.minutes(10))) struct ExtremeArgumentTests {
    @Test func wordsSurviveExtremeArguments() throws {
        let names = try wire(
            """
            local names = {}
            for name, word in pairs(require "moonwire") do
                if type(word) == "table" then
                    for field in pairs(word) do names[#names + 1] = name .. "." .. field end
                else
                    names[#names + 1] = name
                end
            end
            parameters { names = names }
            """
        ).parameter("names", as: [String].self)
        #expect(names.count > 40)
        expectToEnd(
            names.map { word in
                let lists = ExtremeValues.arguments(3, single: 6, seed: word)
                return lists.map { "call(\(word), \($0.isEmpty ? "nil" : $0))" }
                    + lists.dropFirst().map { "call(\(word), { x = (first(\($0))), \($0) })" }
                    + lists.dropFirst().map { "call(function() return \(word)[key(\($0))] end)" }
            }, together: 5)
    }

    /// Tables that words take; `?` represents a value, `#` a unique number.
    private static let forms = [
        "service 's#' { type = ? }", "service 's#' { type = 'Engine', args = ? }",
        "service 's#' { type = 'A', tags = ? }",
        "service 's#' { type = 'A', tags = { { name = ?, priority = ?, x = ? } } }", "service(?) { type = 'A' }",
        "service 's#' { type = 'A', scope = ? }", "decorate 's' { id = 'd#', type = 'A', priority = ? }",
        "service 's#' { type = 'A', set = { a = ? }, call = { { 'a', ? } }, configure = ? }",
        "service 's#' { type = 'A', args = { a = ? }, parent = ?, abstract = ?, public = ?, factory = ?, uses = ? }",
        "service 's#' { type = 'A', args = { param(?), ref(?), tagged(?, { by = ? }) } }",
        "parameters { ['a#'] = ?, b = { ? } }",
        "preferences('P#') { v = { default = ?, min = ?, max = ?, one_of = { ? }, key = ?, from = ? } }",
        "inject { slot = ?, type = ?, protocol = ?, owner = ?, where = ?, value = ?, once = ?, silent = ? }",
        "hook.created(?, function() end, { priority = ?, once = ? })", "when(?, function() end)", "environments { ? }",
        "include(?, { prefix = ?, exports = ?, options = ? })", "env.int(?, ?)", "env.secret(?, ?)",
        "defaults { public = ? }",
        "parameters { ['a#'] = '%env(' .. tostring(?) .. ')%' }", "alias(?)(?)", "parameters { [key(?)] = ? }",
    ]

    @Test func tableFieldsSurviveExtremeValues() {
        expectToEnd(
            Self.forms.map { form in
                ExtremeValues.arguments(0, single: 10, seed: form).dropFirst().enumerated().map { number, value in
                    let script = form.replacing("#", with: "\(number)").replacing("?", with: "(\(value))")
                    return "call(function() \(script) end)"
                }
            }, together: 6)
    }

    /// Where definitions give them; those that fit are built.
    @Test(arguments: [0, 1, 2, 3]) func definitionsSurviveExtremeArguments(_ quarter: Int) throws {
        let definitions = Kinds.names.enumerated().filter { $0.offset % 4 == quarter }.flatMap { _, kind in
            ExtremeValues.arguments(0, single: 7, seed: kind).dropFirst().flatMap { value in
                [
                    "{ type = 'Kinds', args = { \(kind) = \(value) } }",
                    "{ type = 'Kinds', set = { \(kind) = \(value) } }",
                    "{ type = 'Kinds', call = { { 'take', \(value), \(value), \(value) } } }",
                    "{ factory = 'Kinds.of', args = { int = \(value), double = \(value), string = \(value) } }",
                ]
            }
        }.enumerated().map { "service 's\($0.offset)' \($0.element)" }
        let head = ExtremeValues.preamble.replacing("\n", with: " ") + "\n"
        let wrong = Set(Self.faults(head + definitions.joined(separator: "\n")).compactMap { $0.location?.line })
        let right = definitions.enumerated().filter { !wrong.contains($0.offset + 2) }
        let container = try wire(head + right.map(\.element).joined(separator: "\n"), types: [Kinds.self])
        let built = right.filter { (try? container.resolve("s\($0.offset)", as: Kinds.self)) != nil }
        #expect(!built.isEmpty && !wrong.isEmpty)
    }

    private static func faults(_ script: String) -> [Diagnostic] {
        do {
            _ = try wire(script, types: [Kinds.self])
            return []
        } catch {
            return (error as? WiringError)?.underlying.diagnostics ?? []
        }
    }

    /// Where functions of the script give them.
    @Test func functionsSurviveExtremeArguments() throws {
        let services = Kinds.names.map { kind in
            let calls = ExtremeValues.arguments(2, single: 8, seed: kind).dropFirst().flatMap { arguments in
                [
                    "call(Kinds, { \(kind) = (first(\(arguments))) })", "call(Kinds, { \(arguments) })",
                    "call(Kinds, \(arguments))", "call(function() kinds.\(kind) = \(arguments) end)",
                    "call(function() return kinds[key(\(arguments))] end)", "call(function() return kinds.\(kind) end)",
                    "call(kinds.take, kinds, \(arguments))", "call(kinds.all, kinds, { x = { \(arguments) } })",
                    "call(c.get, \(arguments))", "call(c.param, \(arguments))",
                ]
            }
            return
                "service \"\(kind)\" (function(c)\nlocal kinds = Kinds()\n\(calls.joined(separator: "\n"))\nreturn 5\nend)"
        }
        let container = try wire(Self.helpers + services.joined(separator: "\n"), types: [Kinds.self])
        for kind in Kinds.names {
            let said = message { _ = try container.resolve(kind, as: Int.self) }
            #expect(said == "", "\(kind)")
        }
    }

    /// What the environment says, as each type.
    @Test(arguments: ["string", "int", "number", "bool", "secret"]) func environmentVariablesMayHaveExtremeValues(
        _ type: String
    ) {
        let texts = [
            "", " ", "0", "-0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e400", "nan",
            "inf",
            "-inf", "0x7fffffffffffffff", "+1", "1_000", "\u{661}", "yes", String(repeating: "9", count: 1 << 20),
            "e" + String(repeating: "\u{301}", count: 1 << 17), "\u{202E}", "%env(X)%", "%", "\0",
        ]
        let variables = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("X\($0.offset)", $0.element) })
        let script = texts.indices.map {
            "parameters { a\($0) = env.\(type) 'X\($0)', b\($0) = 'x%env(\(type):X\($0))%' }"
                + " service 's\($0)' { type = 'Engine', args = { brand = '%a\($0)%' } }"
        }
        expectShort(message { _ = try wire(script.joined(separator: "\n"), variables: variables) })
    }

    private static let helpers =
        ExtremeValues.preamble + """
            local function first(...) return (...) end
            local function key(k) if k == nil or k ~= k then return "none" end return k end
            local function call(f, ...)
                local isGood, result = pcall(f, ...)
                if isGood and type(result) == "function" then pcall(result, ...) end
            end

            """

    /// Runs groups of calls, several groups in a script.
    private func expectToEnd(_ groups: [[String]], together: Int) {
        for start in stride(from: 0, to: groups.count, by: together) {
            let calls = groups[start..<min(start + together, groups.count)].joined().joined(separator: "\n")
            expectShort(message { _ = try wire(Self.helpers + calls, types: [Kinds.self]) })
        }
    }

    /// A hundred diagnostics, each of bounded length, and no budget that is used up before the last call.
    private func expectShort(_ message: String) {
        #expect(message.utf8.count < 1 << 20, "\(message.utf8.count): \(message.prefix(500))")
        #expect(!message.contains("exceeded"), "\(message.prefix(500))")
    }
}
