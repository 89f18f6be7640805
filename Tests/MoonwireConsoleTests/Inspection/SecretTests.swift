import Foundation
import Moonwire
import MoonwireConsole
import Testing

/// One wiring with a secret in every place that a value can have: no command, error, or diagnostic shows a part of it.
@Suite struct SecretTests {
    static let secrets = [
        "hunter2-SeCrEt-0123456789abcdef",
        "p\"w'\\d<&>%@\n\t\u{1b}[31m{}ÄÖÜ-0123456789",
        String(repeating: "long-and-secret-4711-", count: 20),
        "äöü-ÀÉÎ-Straße-Ωμέγα-Ж",
    ]

    /// Loads, and fails in every way once services are built.
    private static let sound = """
        parameters {
            plain = env.secret "KEY", text = "db://%plain%/x", chain = "%text%?%plain%",
            nested = { list = { param "plain", "a" }, map = { key = param "plain" } },
        }
        local function fails(change)
            return function(c) error("failed with " .. change(c.param "plain"), 0) end
        end
        service "argument" { type = "Transport", args = { host = "%text%", port = param "plain" } }
        service "position" { type = "Transport", args = { env.secret "KEY", param "plain" } }
        service "list" { factory = function(args) error(args[1][1], 0) end, args = { { param "plain", { param "chain" } } } }
        service "map" { factory = function(args) error(args[1].key.map.key, 0) end, args = { { key = param "nested" } } }
        service "call" { factory = function(args) return Transport { host = args[1] } end, args = { "%chain%" },
            call = { { "mailer", param "nested.list" } } }
        service "inline" { type = "Mailer", args = { inline { type = "Transport", args = { "%chain%", "%plain%" } } } }
        local made = inline { factory = function(args) return Transport { host = args[1] } end, args = { "%plain%" } }
        service "receiver" { factory = { made, "mailer" }, args = { param "nested.map" } }
        service "decorated" { type = "Mailer", args = { ref "fine" } }
        decorate "decorated" { factory = function(args) error(args[2], 0) end, args = { inner, "%chain%" } }
        service "fine" { type = "Transport", args = { "%plain%" },
            stop = function(t, c) error(c.param "plain":upper(), 0) end }
        service "stopped" { type = "Transport", args = { "x" },
            stop = function(t, c) error("stop " .. c.param "chain", 0) end }
        service "upper" (fails(string.upper))
        service "lower" (fails(string.lower))
        service "cut" (fails(function(text) return text:sub(1, 12) end))
        service "rest" (fails(function(text) return text:sub(-12) end))
        service "spread" (fails(function(text) return text:sub(2, 11) .. "-" .. text:sub(3, 14):upper() end))
        service "configured" { type = "Transport", args = { "x" },
            configure = function(t, c) error(c.param "plain":rep(3), 0) end }
        service "checked" (function(c) return Transport { host = "x", port = c.param "plain" } end)
        service "hooked" { type = "Transport", args = { "x" } }
        hook.created("hooked", function(t, info) error(info.param "chain", 0) end)
        hook.reloading(function(plan) end)
        inject { slot = "Desk.mailer", value = inline { type = "Mailer", args = { param "plain" } } }
        """

    /// What must not be a secret.
    private static let faulty = """
        parameters { plain = env.secret "KEY", text = "x-%plain%" }
        service "type" { type = "%plain%" }
        service "part" { type = "%text%" }
        service "method" { factory = { ref "type", "%plain%" } }
        service "static" { factory = "%plain%.make" }
        service "synthetic" { synthetic = true, type = "%plain%" }
        service "inline" { type = "Mailer", args = { inline { type = "%plain%" } } }
        service "tag" { type = "Transport", args = { "x" }, tags = { "%plain%" } }
        service "priority" { type = "Transport", args = { "x" }, tags = { { "t", priority = param "plain" } } }
        service "attribute" { type = "Transport", args = { "x" }, tags = { { "t", key = param "plain" } } }
        service "collector" { type = "Mailer", args = { tagged("t", { by = "key" }) } }
        inject { slot = "Desk.mailer", value = inline { type = "%plain%" } }
        """

    static let commands: [[String]] =
        [
            ["check"], ["list"], ["explain", "argument"], ["explain", "inline"], ["explain", "type"], ["parameters"],
            ["preferences"], ["hooks"], ["rules"],
        ].flatMap { [$0 + ["--format", "text"], $0 + ["--format", "json"]] }
        + ["dot", "json", "mermaid", "html"].map { ["graph", "--format", $0] }

    /// The parts of a secret that may not be shown, in lower case.
    private func parts(_ secret: String) -> Set<String> {
        let letters = Array(secret.lowercased())
        return Set((0...(letters.count - 8)).map { String(letters[$0..<($0 + 8)]) })
    }

    private func expectNothing(
        of secret: String, in text: String, _ comment: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = text.lowercased()
        let shown = parts(secret).filter { text.contains($0) }
        #expect(shown.isEmpty, "\(comment): \(shown.sorted())", sourceLocation: sourceLocation)
    }

    @Test(arguments: secrets, [sound, faulty]) func noCommandShowsASecret(_ secret: String, _ script: String) throws {
        let folder = try Folder(["container.lua": script, "former.lua": "parameters { other = env.secret \"KEY\" }"])
        let file = folder.file("container.lua")
        for types in [try mailingTypes(), nil] {
            let wiring = Console.Wiring(
                types: types, variables: EnvironmentVariables { $0 == "KEY" ? secret : nil }, container: nil)
            let console = Console(wiring: wiring)
            for command in Self.commands {
                let transcript = Transcript(of: console, command + [file])
                expectNothing(of: secret, in: transcript.output + transcript.complaints, "\(command)")
            }
            let diff = Transcript(of: console, ["diff", folder.file("former.lua"), file])
            expectNothing(of: secret, in: diff.output + diff.complaints, "diff")
            let stubs = Transcript(of: console, ["stubs", "--output", folder.path, file])
            expectNothing(of: secret, in: stubs.output + stubs.complaints, "stubs")
            for name in ["library/moonwire.lua", ".luacheckrc"] {
                guard let text = try? String(contentsOfFile: folder.file(name), encoding: .utf8) else { continue }
                expectNothing(of: secret, in: text, name)
            }
        }
    }

    @Test(arguments: secrets) func errorOfARunningContainerMasksSecrets(_ secret: String) throws {
        let folder = try Folder(["container.lua": Self.sound])
        let container = try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self, Desk.self], environment: .dev,
            variables: EnvironmentVariables { $0 == "KEY" ? secret : nil })
        let recording = container.recordBuilds()
        var failed: [String] = []
        for id in try container.buildableIDs {
            do { try container.build(id) } catch {
                failed.append(id)
                expectNothing(of: secret, in: "\(error)", id)
            }
        }
        #expect(failed.contains("upper") && failed.contains("cut") && failed.contains("argument"))
        let trace = recording.finish()
        expectNothing(of: secret, in: trace.tree, "tree")
        expectNothing(of: secret, in: try trace.chromeJSON, "chrome")
        for id in ["plain", "chain", "nested"] {
            #expect(throws: ContainerError.self) { try container.parameter(id, as: Bool.self) }
            do { _ = try container.parameter(id, as: Bool.self) } catch {
                expectNothing(of: secret, in: "\(error)", id)
            }
        }
        let console = Console(wiring: Console.Wiring(container: container))
        for command in Self.commands where command[0] != "check" && !command.contains("type") {
            let transcript = Transcript(of: console, command)
            expectNothing(of: secret, in: transcript.output + transcript.complaints, "running \(command)")
        }
        try folder.write("parameters { plain = env.secret \"KEY\" }", to: "container.lua")
        try container.reload()
        let said = container.diagnostics.entries.map(\.description).joined(separator: "\n")
        #expect(said.contains("could not be stopped"))
        expectNothing(of: secret, in: said, "diagnostics")
    }

    @Test func secretAsANameTagOrAttributeIsAFault() throws {
        let folder = try Folder(["container.lua": Self.faulty])
        let check = folder.check("container.lua", variables: ["KEY": Self.secrets[0]])
        let lines = check.output.split(separator: "\n").filter { $0.contains("secret") }
        #expect(
            lines == [
                "container.lua:2:10: error: service \"type\": \"type\" must not contain a secret",
                "container.lua:3:18: error: service \"part\": \"type\" must not contain a secret",
                "container.lua:4:20: error: service \"method\": \"factory\" must not contain a secret",
                "container.lua:5:20: error: service \"static\": \"factory\" must not contain a secret",
                "container.lua:6:41: error: service \"synthetic\": \"type\" must not contain a secret",
                "container.lua:7:20: error: inline service: \"type\" must not contain a secret",
                "container.lua:8:10: error: service \"tag\": tag: its name must not contain a secret",
                "container.lua:9:10: error: service \"priority\": tag: its priority must not contain a secret",
                "container.lua:10:75: error: service \"attribute\": tag: its attribute \"key\" must not contain a secret",
                "container.lua:12:49: error: inline service: \"type\" must not contain a secret",
            ])
    }

    @Test func secretIsMaskedAtAnyPositionInAString() throws {
        let script = """
            parameters { plain = env.secret "KEY", short = env.secret "PIN" }
            local function says(text) return function(c) error(text(c), 0) end end
            service "twice" (says(function(c) return "<" .. c.param "plain" .. c.param "plain" .. ">" end))
            service "around" (says(function(c) return "a" .. c.param "plain":sub(4) .. "b" .. c.param "plain":upper() end))
            service "seven" (says(function(c) return c.param "plain":sub(1, 7) end))
            service "pin" (says(function(c) return "pin " .. c.param "short" .. "!" end))
            """
        let folder = try Folder(["container.lua": script])
        let values = ["KEY": "correct horse battery", "PIN": "4711"]
        let container = try Container(
            scripts: [folder.file("container.lua")], environment: .dev, variables: EnvironmentVariables { values[$0] })
        func said(_ id: String) -> String? {
            do { try container.build(id) } catch let error as ContainerError {
                return error.diagnostics.first?.message.components(separatedBy: "built: ").last
            } catch {}
            return nil
        }
        #expect(said("twice") == "<***>")
        #expect(said("around") == "a***b***")
        #expect(said("seven") == "correct")
        #expect(said("pin") == "pin ***!")
    }
}
