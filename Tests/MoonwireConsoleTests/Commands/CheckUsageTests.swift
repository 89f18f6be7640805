import Moonwire
import MoonwireConsole
import Testing

@Suite struct CheckUsageTests {
    @Test func helpOfCheck() {
        let help = Transcript(["check", "--help"])
        #expect(
            help.output == """
                usage: moonwire check [OPTION…] [FILE…]

                Runs the scripts for each environment that they declare, builds nothing, and reports faults and warnings.
                Several FILEs are layers of one container: later ones override earlier ones.
                Without FILE, it reads container.lua in the current folder.

                  --types FILE                               the application's types, written by `TypeRegistry.manifest()`
                  --environment NAME                         check for this environment only
                  --synthetic ID                             a service that the application supplies; may be repeated
                  --root DIR                                 the folder that scripts may include from; by default, the folder of each FILE
                  --scope NAME                               a scope that the application declares and opens; may be repeated
                  --generated-types FILE                     the types that `swift package generate-exposures` describes; a missing file is a warning
                  --strict                                   treat warnings as faults
                  --watch                                    check again whenever a file changes, until interrupted
                  --stamp FILE                               an empty file to write if there are no faults, for build systems
                  --format text|json|compiler|github|sarif   the output format; text by default
                  --help                                     show this help

                Example:
                  moonwire check --environment prod container.lua

                Exit status: 0 when there are no faults, 1 when there are, 2 when the arguments are not valid,
                3 when the result cannot be written.
                """)
        #expect(help.status == .clean)
        #expect(help.complaints.isEmpty)
    }

    @Test func helpOfAMountedCommandOffersNoManifest() throws {
        let mounted = CheckCommand(Console.Wiring(types: try mailingTypes(), scripts: ["container.lua"]))
        let help = Transcript(of: Console(program: "Mail", commands: [mounted]), ["check", "--help"]).output
        #expect(help.hasPrefix("usage: Mail check [OPTION…] [FILE…]\n"))
        #expect(help.contains("\nWithout FILE, it reads container.lua.\n"))
        #expect(!help.contains("--types"))
    }

    @Test(arguments: [
        ([], "no script given, and the current folder has no \"container.lua\""),
        (["--types=a.json"], "no script given, and the current folder has no \"container.lua\""),
        (["-x", "a.lua"], "there is no option \"-x\""),
        (["a.lua", "--types"], "option \"--types\" expects FILE"),
        (["--types=", "a.lua"], "option \"--types\" expects FILE"),
        (["--types", "--root", "a.lua"], "option \"--types\" expects FILE"),
        (["--environment", "a", "--environment=b", "a.lua"], "option \"--environment\" is given twice"),
        (
            ["--format", "xml", "a.lua"],
            "option \"--format\" expects \"text\", \"json\", \"compiler\", \"github\", or \"sarif\", got \"xml\""
        ),
        (["--help=yes"], "option \"--help\" does not take a value"),
        (
            ["--types", "/nowhere/types.json", "a.lua"],
            "manifest \"/nowhere/types.json\" cannot be read: No such file or directory"
        ),
        (["--types", "/", "a.lua"], "manifest \"/\" cannot be read: Is a directory"),
        // A file without an end.
        (["--types", "/dev/zero", "a.lua"], "manifest \"/dev/zero\" exceeds the limit of 67108864 bytes"),
    ])
    func wrongCallOfCheck(arguments: [String], message: String) {
        let wrong = Transcript(["check"] + arguments)
        #expect(wrong.complaints == "moonwire check: \(message)\n    see moonwire check --help")
        #expect(wrong.output.isEmpty)
        #expect(wrong.status == .usage)
    }

    @Test(arguments: [["check", "-h"], ["help", "check"], ["help", "check", "--help"]])
    func otherSpellingsOfHelp(_ arguments: [String]) {
        let help = Transcript(arguments)
        #expect(help.output == Transcript(["check", "--help"]).output)
        #expect(help.status == .clean)
    }

    @Test func nearestOptionIsSuggested() {
        let wrong = Transcript(["check", "--tpyes=types.json", "a.lua"])
        #expect(
            wrong.complaints == """
                moonwire check: there is no option "--tpyes"
                    did you mean "--types"?
                    see moonwire check --help
                """)
        #expect(wrong.status == .usage)
    }

    @Test func fileThatIsNotAManifestIsAUsageError() throws {
        let folder = try Folder(["types.json": "{}", "a.lua": ""])
        let wrong = folder.check("a.lua", options: ["--types", folder.file("types.json")])
        #expect(
            wrong.complaints == """
                moonwire check: "types.json" is not a manifest written by `TypeRegistry.manifest()`
                    see moonwire check --help
                """)
        #expect(wrong.status == .usage)
    }

    @Test func manifestOfAnotherVersionIsAUsageError() throws {
        let folder = try Folder(["types.json": "{ \"version\": 1, \"types\": [], \"scopes\": [] }", "a.lua": ""])
        let wrong = folder.check("a.lua", options: ["--types", folder.file("types.json")])
        #expect(
            wrong.complaints == """
                moonwire check: "types.json": the manifest has version 1, which this version of Moonwire cannot read
                    write it again with `TypeRegistry.manifest()`
                    see moonwire check --help
                """)
        #expect(wrong.status == .usage)
    }

    @Test func argumentAfterTwoDashesIsAFile() {
        let odd = Transcript(["check", "--", "--help"])
        #expect(odd.output.hasPrefix("error: script \"--help\" does not exist\n"))
        #expect(odd.status == .faults)
    }
}
