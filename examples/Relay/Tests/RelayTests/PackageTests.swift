import Foundation
import Testing

@testable import RelayParts

/// The Debian package: its files, and the program that runs from them.
@Suite(
    .enabled(if: DebianPackage.has("dpkg-deb"), "dpkg-deb makes packages, and is not on this machine"),
    .timeLimit(.minutes(5)))
struct PackageTests {
    /// One for all tests.
    private static let package = Task { try await DebianPackage() }

    @Test func eachFileHasItsMode() async throws {
        let package = try await Self.package.value
        let list = try await DebianPackage.run(["dpkg-deb", "-c", package.path], in: package.folder)
        let files = list.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
            .filter { $0[0].hasPrefix("-") }.map { "\($0[0]) \($0[1]) \($0[5])" }
        #expect(
            files.sorted() == [
                "-rw-r----- root/root ./etc/default/relay",
                "-rw-r--r-- root/root ./etc/relay/container.lua",
                "-rw-r--r-- root/root ./etc/relay/routes.lua",
                "-rw-r--r-- root/root ./etc/relay/steps.lua",
                "-rw-r--r-- root/root ./etc/relay/targets.lua",
                "-rw-r--r-- root/root ./lib/systemd/system/relay.service",
                "-rw-r--r-- root/root ./usr/share/doc/moonwire-relay/README.md",
                "-rw-r--r-- root/root ./usr/share/doc/moonwire-relay/copyright",
                "-rwxr-xr-x root/root ./usr/bin/relay",
            ])
    }

    /// An upgrade keeps edits of these files.
    @Test func whatAnOperatorEditsIsAConffile() async throws {
        let package = try await Self.package.value
        #expect(
            try await package.file("conffiles").split(separator: "\n") == [
                "/etc/default/relay", "/etc/relay/container.lua", "/etc/relay/routes.lua", "/etc/relay/steps.lua",
                "/etc/relay/targets.lua",
            ])
        let control = try await package.file("control")
        #expect(control.hasPrefix("Package: moonwire-relay\nVersion: 0.1.0\nArchitecture: "))
        #expect(control.contains(/\nDepends: .*libmicrohttpd12.*libsqlite3-0/))
    }

    @Test func theSameProgramGivesTheSamePackage() async throws {
        let (first, second) = (try await Self.package.value, try await DebianPackage())
        #expect(first.path != second.path)
        #expect(FileManager.default.contentsEqual(atPath: first.path, andPath: second.path))
    }

    @Test(.enabled(if: DebianPackage.has("systemd-analyze"), "systemd-analyze is not on this machine"))
    func systemdAcceptsTheUnit() async throws {
        let installed = try await Installed(Self.package.value)
        // It looks for the program in the file system of this machine.
        let unit = try installed.read("lib/systemd/system/relay.service")
            .replacing("ExecStart=/usr/bin/relay", with: "ExecStart=\(installed.root)/usr/bin/relay")
        try installed.folder.write(unit, to: "relay.service")
        let verify = ["systemd-analyze", "verify", "--man=no", "\(installed.folder.path)/relay.service"]
        #expect(try await DebianPackage.run(verify, in: installed.folder) == "")
    }

    @Test func theUnitStartsWithoutAFileOfVariables() async throws {
        let unit = try await Installed(Self.package.value).read("lib/systemd/system/relay.service")
        #expect(unit.contains("\nEnvironmentFile=-/etc/default/relay\n"))
        #expect(unit.contains("\nType=notify\n"))
    }

    @Test func theProgramTellsSystemdWhatItDoes() async throws {
        let installed = try await Installed(Self.package.value)
        let manager = try NotifyReceiver(installed.folder.path + "/notify")
        let program = try installed.start(telling: manager)
        let port = try await program.port()
        try await wait { manager.states == ["READY"] }
        #expect(manager.status.hasPrefix("generation 1 since ") && manager.status.hasSuffix(", by start"))

        program.signal(SIGHUP)
        try await wait { manager.states == ["READY", "RELOADING", "READY"] }
        #expect(manager.status.hasPrefix("generation 2 since ") && manager.status.hasSuffix(", by signal"))

        // The program sees an edit by itself, too, so there may be one reload or two.
        try installed.edit("routes.lua", "\"/hooks/orders\"", "\"/v2/orders\"")
        program.signal(SIGHUP)
        try await wait { try await Answer.to("POST", "http://127.0.0.1:\(port)/v2/orders").status == 401 }
        try await wait { manager.states.count >= 5 && manager.states.last == "READY" }
        #expect(manager.status.contains(#/^generation [34] since /#))

        program.signal(SIGTERM)
        try await program.end()
        #expect(program.status == 0, "\(program.output)")
        try await wait { manager.states.last == "STOPPING" }
    }

    @Test func aRefusedReloadLeavesTheUnitReady() async throws {
        let installed = try await Installed(Self.package.value)
        let manager = try NotifyReceiver(installed.folder.path + "/notify")
        let program = try installed.start(telling: manager)
        let port = try await program.port()
        try await wait { manager.states == ["READY"] }
        try installed.edit("routes.lua", "ref.shipping", "ref.shiping")
        program.signal(SIGHUP)
        try await wait { manager.states.count >= 3 && manager.states.last == "READY" }
        #expect(manager.status.hasPrefix("generation 1 since "))
        #expect(manager.status.contains("was refused: \(installed.root)/etc/relay/routes.lua:"))
        #expect(try await Answer.to("GET", "http://127.0.0.1:\(port)/health").status == 200)
        program.signal(SIGTERM)
        try await program.end()
        #expect(program.status == 0, "\(program.output)")
    }

    @Test func aBrokenScriptEndsTheStartAndNobodyIsToldReady() async throws {
        let installed = try await Installed(Self.package.value)
        try installed.edit("container.lua", "include \"routes.lua\"", "include \"rotes.lua\"")
        let manager = try NotifyReceiver(installed.folder.path + "/notify")
        let program = try installed.start(telling: manager)
        try await program.end()
        #expect(program.status == 1)
        #expect(program.output.contains("\(installed.root)/etc/relay/container.lua:"))
        #expect(manager.messages.isEmpty)
    }

    /// As if /etc/default/relay were missing.
    @Test func withoutSecretsTheProgramSaysWhichAreMissing() async throws {
        let installed = try await Installed(Self.package.value)
        let manager = try NotifyReceiver(installed.folder.path + "/notify")
        let program = try installed.start(telling: manager, ["RELAY_PORT": "0"])
        try await program.end()
        #expect(program.status == 1)
        #expect(program.output.contains("RELAY_ORDERS_SECRET"))
        #expect(manager.messages.isEmpty)
    }

    @Test func commandsReadTheInstalledScripts() async throws {
        let installed = try await Installed(Self.package.value)
        try installed.edit("routes.lua", "ref.shipping", "ref.shiping")
        let check = try Program(installed.program, ["check"], in: installed.folder)
        try await check.end()
        #expect(check.status == 1)
        #expect(check.output.contains("\(installed.root)/etc/relay/routes.lua:"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can install a package"))
    func itIsInstalledUpgradedAndRemoved() async throws {
        let package = try await Self.package.value
        let folder = Folder()
        let root = folder.path + "/root"
        try FileManager.default.createDirectory(atPath: root + "/var/lib/dpkg", withIntermediateDirectories: true)
        let dpkg = [
            "dpkg", "--root=\(root)", "--log=\(folder.path)/dpkg.log", "--force-script-chrootless", "--force-depends",
            "--force-confold",
        ]
        let output = try await DebianPackage.run(dpkg + ["--install", package.path], in: folder)
        #expect(output.contains("relay: set the secrets in /etc/default/relay"))
        try Data("-- edited".utf8).write(to: URL(filePath: root + "/etc/relay/steps.lua"))
        let again = try await DebianPackage.run(dpkg + ["--install", package.path], in: folder)
        #expect(!again.contains("relay: set the secrets"))
        #expect(try String(contentsOfFile: root + "/etc/relay/steps.lua", encoding: .utf8) == "-- edited")
        try await DebianPackage.run(dpkg + ["--remove", "moonwire-relay"], in: folder)
        #expect(!FileManager.default.fileExists(atPath: root + "/usr/bin/relay"))
        #expect(FileManager.default.fileExists(atPath: root + "/etc/relay/steps.lua"))
        try await DebianPackage.run(dpkg + ["--purge", "moonwire-relay"], in: folder)
        #expect(!FileManager.default.fileExists(atPath: root + "/etc/relay"))
        #expect(!FileManager.default.fileExists(atPath: root + "/etc/default/relay"))
    }
}

/// The files of a package below a folder, as if that were the root of a file system.
private struct Installed {
    let folder = Folder()

    init(_ package: DebianPackage) async throws { try await package.extract(to: root) }

    var root: String { folder.path + "/root" }

    var program: URL { URL(filePath: root + "/usr/bin/relay") }

    func read(_ path: String) throws -> String { try folder.read("root/" + path) }

    /// Replaces a string in an installed script.
    func edit(_ script: String, _ old: String, _ new: String) throws {
        try folder.edit("root/etc/relay/\(script)", old, new)
    }

    /// Starts the program as the unit does.
    func start(telling manager: NotifyReceiver, _ variables: [String: String] = Folder.variables) throws -> Program {
        let unit = try read("lib/systemd/system/relay.service")
        let command = try #require(unit.firstMatch(of: /ExecStart=\/usr\/bin\/relay (.*)/)).1.split(separator: " ")
        let paths = ["/etc/relay": "\(root)/etc/relay", "/var/lib/relay": folder.data, "/run/relay": folder.data]
        let arguments = command.map { argument in
            paths.reduce(String(argument)) { $0.replacing($1.key, with: $1.value) }
        }
        return try Program(program, arguments, in: folder, variables.merging(["NOTIFY_SOCKET": manager.name]) { $1 })
    }
}
