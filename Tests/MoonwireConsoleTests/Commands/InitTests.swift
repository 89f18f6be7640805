import Foundation
import Moonwire
import MoonwireConsole
import Testing

/// New packages; `scripts/newcomer` builds, runs, and tests one.
@Suite struct InitTests {
    @Test func newPackageIsListed() throws {
        let place = try Initializing()
        let made = place.run(in: "Hello")
        #expect(
            made.output == """
                wrote container.lua
                wrote Sources/HelloKit/Phrasebook.swift
                wrote Sources/HelloKit/Greeter.swift
                wrote Sources/HelloKit/Exposures.swift
                wrote Sources/Hello/Program.swift
                wrote Tests/HelloTests/GreeterTests.swift
                wrote .gitignore
                wrote .github/workflows/ci.yml
                wrote Package.swift
                wrote library/moonwire.lua
                wrote .luarc.json
                wrote .luacheckrc

                Run it with
                    cd Hello && swift run
                change a value in container.lua while it runs, and save the file. `swift test` runs the test.
                """)
        #expect(made.complaints.isEmpty)
        #expect(made.status == .clean)
        for file in made.output.split(separator: "\n").compactMap({ $0.hasPrefix("wrote ") ? $0.dropFirst(6) : nil }) {
            #expect(place.exists("Hello/\(file)"))
        }
    }

    @Test func manifestRefersToTheClone() throws {
        let place = try Initializing()
        _ = place.run("--name", "Mail", in: "deep/inside/Hello")
        let manifest = try place.text(of: "deep/inside/Hello/Package.swift")
        #expect(manifest.contains("        .package(path: \"\(try real(place.folder.file("Moonwire")))\")\n"))
        #expect(manifest.contains("    name: \"Mail\",\n"))
        _ = place.run(in: "Hello")
        let near = try place.text(of: "Hello/Package.swift")
        #expect(near.contains("        .package(path: \"../Moonwire\")\n"))
        #expect(near.contains("dependencies: [.product(name: \"Moonwire\", package: \"moonwire\")]),\n"))
        #expect(!near.contains("{{"))
        #expect(
            try place.text(of: "Hello/.github/workflows/ci.yml").contains("by the path ../Moonwire: clone it there"))
    }

    private func real(_ path: String) throws -> String { URL(filePath: path).resolvingSymlinksInPath().path }

    @Test(arguments: [
        ("https://example.org/tools/Moonwire-Fork.git", "moonwire-fork"), ("git@example.org:moonwire.git", "moonwire"),
        ("ssh://example.org/moonwire", "moonwire"),
    ])
    func manifestRefersToARepository(_ url: String, _ package: String) throws {
        let place = try Initializing()
        #expect(place.run("--moonwire", url, in: "Hello", clone: false).status == .clean)
        let manifest = try place.text(of: "Hello/Package.swift")
        #expect(manifest.contains("        .package(url: \"\(url)\", branch: \"main\")\n"))
        #expect(manifest.contains(".product(name: \"MoonwireTesting\", package: \"\(package)\"),\n"))
        #expect(!(try place.text(of: "Hello/.github/workflows/ci.yml").contains("by the path")))
    }

    @Test func scriptOfANewPackageHasNoFaults() throws {
        let place = try Initializing()
        _ = place.run(in: "Hello")
        let check = Transcript(["check", place.folder.file("Hello/container.lua")])
        #expect(check.output.hasSuffix("\nno faults in 3 environments (2 services, 1 parameter)"))
        #expect(check.status == .clean)
    }

    @Test func existingFilesAreLeftUnchanged() throws {
        let place = try Initializing(["Hello/.gitignore": "mine", "Hello/container.lua": "-- mine"])
        try FileManager.default.createSymbolicLink(
            atPath: place.folder.file("Hello/.luarc.json"), withDestinationPath: "nowhere")
        let made = place.run(in: "Hello")
        for name in ["container.lua", ".gitignore", ".luarc.json"] {
            #expect(made.output.contains("\(name) exists, and is left unchanged"))
        }
        #expect(try place.text(of: "Hello/.gitignore") == "mine")
        #expect(try place.text(of: "Hello/container.lua") == "-- mine")
        #expect(!place.exists("Hello/nowhere"))
        #expect(made.status == .clean)
    }

    @Test(arguments: [
        ("9lives", "is not a valid name: expected letters, digits, and underscores, beginning with a letter"),
        ("my-app", "is not a valid name: expected letters, digits, and underscores, beginning with a letter"),
        ("Größe", "is not a valid name: expected letters, digits, and underscores, beginning with a letter"),
        ("class", "cannot be the name of a package: it is a word of Swift or the name of another module"),
        ("Observation", "cannot be the name of a package: it is a word of Swift or the name of another module"),
        ("MoonwireCore", "cannot be the name of a package: it is a word of Swift or the name of another module"),
    ])
    func wrongName(_ name: String, _ message: String) throws {
        let place = try Initializing()
        let wrong = place.run("--name", name, in: "Hello")
        #expect(wrong.complaints == "moonwire init: \"\(name)\" \(message)\n    see moonwire init --help")
        #expect(wrong.status == .usage)
        #expect(!place.exists("Hello"))
    }

    @Test func packageIsNotCreatedTwice() throws {
        let place = try Initializing(["Hello/Package.swift": "mine"])
        let wrong = place.run(in: "Hello")
        #expect(
            wrong.complaints == """
                moonwire init: "Hello" already contains a package; add Moonwire to it with "--into Hello"
                    see moonwire init --help
                """)
        #expect(wrong.status == .usage)
        #expect(!place.exists("Hello/container.lua"))
    }

    @Test func fileThatCannotBeWrittenIsNamed() throws {
        let place = try Initializing(["Hello": "a file"])
        let wrong = place.run(in: "Hello")
        #expect(wrong.complaints == "moonwire init: \"Hello/container.lua\" cannot be written: Not a directory")
        #expect(wrong.status == .unwritten)
    }

    @Test(.enabled(if: geteuid() != 0)) func folderThatCannotBeCreatedIsReported() throws {
        let place = try Initializing(["closed/file": ""])
        let closed = place.folder.file("closed")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: closed)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed) }
        let wrong = place.run(in: "closed/Hello")
        #expect(
            wrong.complaints == "moonwire init: \"closed/Hello/container.lua\" cannot be written: Permission denied")
        #expect(wrong.status == .unwritten)
    }

    @Test func callsForAShellAreQuoted() throws {
        let made = try Initializing().run("--name", "Mail", in: "it's mail")
        #expect(made.output.contains("\n    cd '"))
        #expect(made.output.contains("it'\\''s mail' && swift run\n"))
    }

    @Test func noTemporaryFilesStay() throws {
        let place = try Initializing()
        let made = place.run(in: "Hello")
        let names = made.output.split(separator: "\n").compactMap {
            $0.hasPrefix("wrote ") ? String($0.dropFirst(6)) : nil
        }
        let all = try FileManager.default.subpathsOfDirectory(atPath: place.folder.file("Hello"))
        #expect(Set(all).isSuperset(of: names))
        #expect(all.allSatisfy { name in names.contains { $0 == name || $0.hasPrefix(name + "/") } })
    }

    /// The relative path would lead from the folder of the link.
    @Test func pathToTheCloneIsThatWithoutLinks() throws {
        let place = try Initializing(["far/and/wide/file": ""])
        try FileManager.default.createSymbolicLink(
            atPath: place.folder.file("near"), withDestinationPath: "far/and/wide")
        _ = place.run(in: "near/Hello")
        #expect(
            try place.text(of: "far/and/wide/Hello/Package.swift").contains(
                "        .package(path: \"\(try real(place.folder.file("Moonwire")))\")\n"))
    }

    @Test func wrongCallsOfInit() throws {
        let place = try Initializing()
        func complaint(_ transcript: Transcript) -> String {
            #expect(transcript.status == .usage)
            return transcript.complaints.split(separator: "\n").first.map(String.init) ?? ""
        }
        #expect(complaint(place.run()) == "moonwire init: no folder given for the package")
        #expect(complaint(place.run("")) == "moonwire init: no folder given for the package")
        #expect(complaint(place.run("other", in: "Hello")) == "moonwire init: argument \"other\" is not expected")
        #expect(complaint(place.run("--target", "A", in: "Hello")) == "moonwire init: \"--target\" requires \"--into\"")
        #expect(
            complaint(place.run(in: "Hello", clone: false))
                == "moonwire init: the folder of Moonwire is not known: add \"--moonwire\" with its path, or with the URL of its repository"
        )
        #expect(
            complaint(place.run("--moonwire", "/nowhere", in: "Hello"))
                == "moonwire init: \"/nowhere\" does not contain Moonwire: it has no \"Package.swift\" with a folder \"Sources/Moonwire\""
        )
    }

    @Test func mountedConsoleHasNoInit() throws {
        let mounted = Console(program: "Mail", wiring: Console.Wiring(scripts: ["container.lua"]))
        #expect(Transcript(of: mounted, ["init", "Hello"]).status == .usage)
        #expect(Transcript(["help", "init"]).status == .clean)
    }
}
