import Foundation
import Testing

/// A machine in a container, on which systemd is the first process.
///
/// Its files are those of this machine beneath a layer in memory, so what a test installs there is gone with it.
final class Machine: Sendable {
    private let folder: Folder
    private let container: Program
    /// systemd, as this machine numbers its processes.
    private let manager: String

    /// Whether such a machine can be had: for root, with systemd and its containers, where the kernel lets them start.
    static func isAvailable() async -> Bool { (try? await available.value) != nil }

    private static let available = Task { _ = try await Machine(sharing: Folder()) }

    /// Starts the machine, and waits until systemd has started all that belongs to it.
    ///
    /// The folder is its `/mnt`.
    init(sharing folder: Folder) async throws {
        self.folder = folder
        guard geteuid() == 0, DebianPackage.has("systemd-nspawn"), DebianPackage.has("nsenter") else {
            throw NotStarted()
        }
        // The root of a file system cannot be that of a container, but the same files in another place can: only the container sees them.
        let script = """
            mount --bind / /mnt
            exec systemd-nspawn --quiet --boot --directory=/mnt --volatile=overlay --bind='\(folder.path):/mnt' \
                --private-network --register=no --keep-unit --link-journal=no --console=pipe --machine=relay
            """
        container = try Program(
            URL(filePath: "/usr/bin/env"), ["unshare", "--mount", "sh", "-e", "-c", script], in: folder)
        manager = try await Self.manager(below: container)
        try await Self.wait(for: container) {
            try await run("systemctl is-system-running || true").contains(#/^(running|degraded)/#)
        }
    }

    /// All its processes end with the first one.
    deinit { if let number = Int32(manager) { kill(number, SIGKILL) } }

    /// The first process of the container, a child of the program that makes it.
    private static func manager(below container: Program) async throws -> String {
        var children: [Substring] = []
        try await wait(for: container) {
            let list = "/proc/\(container.number)/task/\(container.number)/children"
            children = try String(contentsOfFile: list, encoding: .utf8).split(separator: " ")
            return try !children.isEmpty
                && String(contentsOfFile: "/proc/\(children[0])/comm", encoding: .utf8) == "systemd\n"
        }
        return String(children[0])
    }

    /// Waits until a condition holds, and throws if the container ends, or takes longer than a minute.
    private static func wait(for container: Program, _ condition: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            guard container.isRunning, ContinuousClock.now < end else { throw NotStarted() }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// A machine that cannot be had here.
    private struct NotStarted: Error {}

    /// The output of a command of the shell on the machine, which must succeed.
    @discardableResult func run(_ command: String) async throws -> String {
        try await DebianPackage.run(
            [
                "nsenter", "--target", manager, "--mount", "--pid", "--uts", "--ipc", "--cgroup", "--net", "--root",
                "--wd",
            ]
                + ["sh", "-c", command], in: folder)
    }
}
