import Foundation
import Moonwire
import MoonwireConsole
import Testing

/// The files that `stubs` writes, read by the tools that they are for.
@Suite struct EditorToolsTests {
    private let folder: Folder
    private let types: TypeRegistry

    init() throws {
        folder = try Folder(["container.lua": Mail.script + Self.oddIds])
        types = try TypeRegistry([Transport.self, Mailer.self, Desk.self])
        let wiring = Console.Wiring(types: types, scripts: [folder.file("container.lua")])
        #expect(Transcript(of: Console(commands: [StubsCommand(wiring)]), ["stubs"]).status == .clean)
    }

    private static let oddIds = """

        service "end" { type = "Mailer", args = { ref.transport } }
        service "2.nd" { type = "Mailer", args = { ref.transport } }
        service "public" { type = "Mailer", args = { ref.transport } }
        service "\\"quoted\\" \\\\" { type = "Mailer", args = { ref.transport } }
        """

    /// All ways to write a reference.
    private static let right = """
        service "named" {
            factory = { ref.made, "mailer" }, args = { ref.mailer, ref "mailer", optional.nobody, optional "nobody" },
            uses = { ref.mail, "mail" }, scope = "transient",
        }
        service "handles" { parent = ref.made, args = { lazy.mailer, provider.mailer, lazy "mailer", provider["mailer"] } }
        alias "other" (ref.mailer)
        decorate(ref.mailer) { type = "Mailer", args = { transport = ref.transport } }
        hook.created(ref.mailer, function() end)
        inject { slot = "Desk.mailer", value = ref.mailer }
        service "odd" { parent = ref.made, args = { ref["end"], ref["2.nd"], ref.public, ref["\\"quoted\\" \\\\"] } }
        """

    /// The type of a processor is a field of `env`, so that `env.strin` may be right for these tools, but not for a check.
    private static let misspelled = """
        service "a" { type = "Desk", args = { env.strin("X"), ref "b", reff "c" } }
        hook.create("a", function() return Mailler { transport = 1 } end)
        service "b" (function() return Mailer { transport = string.len "x" } end)
        print(os.time())
        service "c" { type = "Desk", args = { ref.mailer, ref.mailr, optional.mailr, lazy.mailr } }
        decorate(ref["mail.er"]) { parent = provider.transprot }
        """

    @Test(.enabled(if: Luacheck.path != nil, "luacheck is not installed")) func luacheckMarksMisspelledNames() throws {
        try folder.write(Self.misspelled, to: "misspelled.lua")
        try folder.write(Self.right, to: "right.lua")
        for file in ["container.lua", "right.lua"] { #expect(try Luacheck.marks(in: folder, file) == []) }
        #expect(try Luacheck.marks(in: folder, "library/moonwire.lua").isEmpty)
        #expect(
            try Luacheck.marks(in: folder, "misspelled.lua") == [
                "misspelled.lua:1:64: accessing undefined variable 'reff'",
                "misspelled.lua:2:1: accessing undefined field 'create' of global 'hook'",
                "misspelled.lua:2:36: accessing undefined variable 'Mailler'",
                "misspelled.lua:4:7: accessing undefined variable 'os'",
                "misspelled.lua:5:51: accessing undefined field 'mailr' of global 'ref'",
                "misspelled.lua:5:78: accessing undefined field 'mailr' of global 'lazy'",
                "misspelled.lua:6:10: accessing undefined field 'mail.er' of global 'ref'",
                "misspelled.lua:6:37: accessing undefined field 'transprot' of global 'provider'",
            ])
    }

    @Test(.enabled(if: LanguageServer.path != nil, "LuaLS is not installed"))
    func languageServerMarksMisspelledNames() throws {
        try folder.write(Self.right, to: "right.lua")
        #expect(try LanguageServer.marks(in: folder) == [])
        try folder.write(Self.misspelled, to: "misspelled.lua")
        // Newer ones say more, of types and texts.
        let marks = try LanguageServer.marks(in: folder).filter { $0.contains(": undefined-") }
        #expect(
            marks == [
                "misspelled.lua:1: undefined-global: Undefined global `reff`.",
                "misspelled.lua:2: undefined-field: Undefined field `create`.",
                "misspelled.lua:2: undefined-global: Undefined global `Mailler`.",
                "misspelled.lua:4: undefined-global: Undefined global `os`.",
                "misspelled.lua:5: undefined-field: Undefined field `mailr`.",
                "misspelled.lua:5: undefined-field: Undefined field `mailr`.",
                "misspelled.lua:6: undefined-field: Undefined field `transprot`.",
            ])
    }

    @Test(.enabled(if: Linter.path != nil && tool != nil, "efm-langserver is not installed"))
    func efmMarksMisspelledKeysLabelsAndIds() throws {
        try folder.write(String(decoding: types.manifest(), as: UTF8.self), to: "it's all/types.json")
        try folder.write(
            """
            service "transport" { type = "Transport", argz = { host = "h" } }
            service "mailer" { type = "Mailer", args = { transprot = ref "transport" } }
            service "made" { type = "Mailer", args = { transport = ref "transprot" } }
            alias "fine" "mailer"
            """, to: "container.lua")
        _ = try output(
            of: #require(tool).path,
            ["stubs", "--types", folder.file("it's all/types.json"), folder.file("container.lua")])
        let marks = try Linter.marks(in: folder.file("container.lua"), settings: folder.file("efm.yaml"))
        #expect(
            marks == [
                "1: service \"transport\": there is no key \"argz\"",
                "2: service \"mailer\": Mailer has no argument \"transprot\"",
                "2: service \"mailer\": Mailer needs argument \"transport\" (Transport)",
                "3: service \"made\": argument \"transport\" refers to \"transprot\", which is not defined",
            ])
    }
}
