import Foundation
import Moonwire
import MoonwireConsole
import Testing

/// Whatever a manifest contains, commands report it or read it; they never end by a trap.
@Suite(.timeLimit(.minutes(5))) struct DamagedManifestTests {
    private static let script = """
        service "smtp" { type = "Transport", args = { host = "localhost", port = 25, security = "none" } }
        service "mailer" { type = "Mailer", args = { transport = ref "smtp" }, set = { transport = optional "smtp" } }
        service "made" { factory = { ref "smtp", "mailer" }, args = { 1, "x", {} } }
        inject { slot = "Mailer.transport", value = 3 }
        """

    @Test func aRangeWithoutAnIntegerIsNamed() throws {
        let manifest = String(decoding: try mailingTypes().manifest(), as: UTF8.self)
        let damaged = manifest.replacing(#""integer""#, with: #"{"integer":[5,4]}"#)
        let folder = try Folder(["types.json": damaged, "a.lua": Self.script])
        let wrong = folder.check("a.lua", options: ["--types", folder.file("types.json")])
        #expect(
            wrong.complaints == """
                moonwire check: "types.json": the manifest is damaged: argument "port" of MoonwireConsoleTests.Transport \
                accepts integers from 5 to 4
                    write it again with `TypeRegistry.manifest()`
                    see moonwire check --help
                """)
        #expect(wrong.status == .usage)
    }

    /// What takes the place of each part in turn.
    private static var replacements: [(name: String, value: Any)] {
        [
            ("nothing", NSNull()), ("an empty string", ""), ("dots", ".."), ("brackets", "Array<"), ("any", "any "),
            ("the other type", "MoonwireConsoleTests.Mailer"), ("every class", "Swift.AnyObject"),
            ("breaks", "a\n\"]]\u{0}%s"), ("minus one", -1), ("the greatest integer", Int64.max),
            ("a huge number", 1e300), ("false", false), ("an empty list", [Any]()),
            ("an empty object", [String: Any]()),
            ("a list in lists", nested(100)),
        ]
    }

    private static func nested(_ depth: Int) -> Any {
        (0..<depth).reduce(["anything": [String: Any]()]) { inner, _ in ["list": ["_0": inner]] as [String: Any] }
    }

    @Test(arguments: 0..<15) func everyPartIsReplaced(by index: Int) throws {
        let replacement = Self.replacements[index].value
        // The other commands read manifests in the same way.
        try commandsEnd([["check", "--environment", "dev"]]) { parent, key in
            parent.merging([key: replacement]) { $1 }
        } list: { list, place in
            var list = list
            list[place] = replacement
            return list
        }
    }

    @Test func everyPartIsRemoved() throws {
        try commandsEnd {
            $0.filter { [key = $1] in $0.key != key }
        } list: { list, place in
            var list = list
            list.remove(at: place)
            return list
        }
    }

    @Test func everyElementIsThereTwice() throws {
        try commandsEnd { parent, _ in
            parent
        } list: { list, place in
            list + [list[place]]
        }
    }

    /// Runs commands with a manifest for each part of it, after it was changed by one of the functions.
    private func commandsEnd(
        _ commands: [[String]] = [["check", "--environment", "dev"], ["stubs"]],
        object: ([String: Any], String) -> [String: Any], list: ([Any], Int) -> [Any]
    ) throws {
        let manifest = try JSONSerialization.jsonObject(with: try mailingTypes().manifest())
        let folder = try Folder(["container.lua": Self.script])
        var ends = 0
        for damaged in Self.damaged(manifest, object, list) {
            let data = try JSONSerialization.data(withJSONObject: damaged, options: .fragmentsAllowed)
            try data.write(to: URL(fileURLWithPath: folder.file("types.json")))
            for command in commands {
                let arguments = command + ["--types", folder.file("types.json"), folder.file("container.lua")]
                _ = Transcript(of: Console(), arguments)
                ends += 1
            }
        }
        #expect(ends > 50)
    }

    private static func damaged(
        _ value: Any, _ object: ([String: Any], String) -> [String: Any], _ list: ([Any], Int) -> [Any]
    ) -> [Any] {
        if let parent = value as? [String: Any] {
            return parent.keys.sorted().flatMap { key -> [Any] in
                [object(parent, key)]
                    + damaged(parent[key] ?? 0, object, list).map { inner in
                        parent.merging([key: inner]) { $1 }
                    }
            }
        }
        if let parent = value as? [Any] {
            return parent.indices.flatMap { place -> [Any] in
                [list(parent, place)]
                    + damaged(parent[place], object, list).map { inner in
                        var copy = parent
                        copy[place] = inner
                        return copy
                    }
            }
        }
        return []
    }
}
