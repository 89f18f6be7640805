import Foundation
import Testing

/// The Debian package on a machine with systemd, from its installation to its purge.
@Suite(
    .enabled("systemd does not start in a container on this machine") { await Machine.isAvailable() },
    .timeLimit(.minutes(5)))
struct SystemdTests {
    @Test func theUnitIsInstalledStartedReloadedAndStopped() async throws {
        let package = try await DebianPackage()
        let machine = try await Machine(sharing: package.folder)
        #expect(
            try await machine.run("dpkg --install --force-depends /mnt/*.deb").contains("systemctl enable --now relay"))
        try await machine.run("sed -i -E 's/^#(RELAY_[A-Z]+_(SECRET|TOKEN))=/\\1=secret/' /etc/default/relay")

        // It is active once the server listens, so that no request has to wait.
        try await machine.run("systemctl enable --quiet --now relay")
        #expect(try await status(machine).hasPrefix("generation 1 since "))
        #expect(try await health(machine).contains("\"healthy\":true"))
        #expect(try await answer(machine, to: "/hooks/orders") == "401")

        try await edit(machine, "\"/hooks/orders\"", "\"/v2/orders\"")
        try await wait { try await answer(machine, to: "/v2/orders") == "401" }
        #expect(try await answer(machine, to: "/hooks/orders") == "404")
        try await wait { try await status(machine).contains(#/^generation [23] since /#) }

        try await edit(machine, "ref.shipping", "ref.shiping")
        try await wait { try await status(machine).contains("was refused: /etc/relay/routes.lua:") }
        #expect(try await health(machine).contains("\"degraded\":"))
        #expect(try await answer(machine, to: "/v2/orders") == "401")
        try await edit(machine, "ref.shiping", "ref.shipping")
        try await wait { try await !status(machine).contains("refused") }

        // Data and socket belong to a user of the unit, and nobody else reads them.
        #expect(
            try await machine.run("stat -c %a /var/lib/private/relay/relay.sqlite /run/relay/relay.sock")
                == "600\n600\n")
        #expect(try await machine.run("ps -o user= -C relay") != "root\n")

        // One that is killed is started again, with the events that it had stored.
        try await machine.run("kill -KILL $(systemctl show relay --property MainPID --value)")
        try await wait { try await property(machine, "NRestarts") == "1" }
        try await wait { try await property(machine, "ActiveState") == "active" }
        #expect(try await health(machine).contains("\"healthy\":true"))

        try await machine.run("systemctl stop relay")
        #expect(try await property(machine, "ActiveState") == "inactive")
        #expect(try await property(machine, "Result") == "success")
        #expect(try await machine.run("journalctl --unit relay --output cat").contains("the server has stopped"))

        try await machine.run("systemctl start relay && dpkg --purge moonwire-relay")
        #expect(try await property(machine, "LoadState") == "not-found")
        #expect(try await machine.run("ls /var/lib/private/relay").contains("relay.sqlite"))
    }

    /// What `systemctl` shows of the program.
    private func status(_ machine: Machine) async throws -> String { try await property(machine, "StatusText") }

    private func property(_ machine: Machine, _ name: String) async throws -> String {
        try await machine.run("systemctl show relay --property \(name) --value").trimmingCharacters(in: .newlines)
    }

    private func health(_ machine: Machine) async throws -> String {
        try await machine.run("curl --silent --max-time 20 localhost:8080/health")
    }

    /// The status of the answer to an event.
    private func answer(_ machine: Machine, to path: String) async throws -> String {
        try await machine.run(
            "curl --silent --max-time 20 --output /dev/null --write-out '%{http_code}' --request POST localhost:8080\(path)"
        )
    }

    /// Edits a script, and reloads the unit; `systemctl` does not wait until the program has seen the signal.
    private func edit(_ machine: Machine, _ old: String, _ new: String) async throws {
        try await machine.run("sed -i 's|\(old)|\(new)|' /etc/relay/routes.lua && systemctl reload relay")
    }
}
