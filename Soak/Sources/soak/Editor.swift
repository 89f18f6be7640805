import Foundation
import LuaRuntime
import Moonwire
import Synchronization

/// Edits the scripts of a running container like an editor, a deployment, or an accident.
final class Editor {
    private enum Kind: CaseIterable {
        case written, halfWritten, renamed, goneAndBack, broken, repaired, rotated, sharedFile, burst
    }

    private let folder: String
    private let tally: Tally
    private let token = Token()
    private var number = 0
    private var isGood = true

    init(_ tally: Tally) throws {
        self.tally = tally
        folder = NSTemporaryDirectory() + "moonwire-soak-\(ProcessInfo.processInfo.processIdentifier)/"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        write("-- nothing yet\n", to: "shared.lua")
        write(Script(edit: 0).text, to: "container.lua")
    }

    func removeFiles() { try? FileManager.default.removeItem(atPath: folder) }

    func container() throws -> Container {
        let tally = tally
        return try Container(
            scripts: [folder + "container.lua"], types: [Node.self, Mark.self, Filter.self, Ledger.self],
            environment: .dev,
            variables: EnvironmentVariables { [token] name in name == "SOAK_TOKEN" ? token.value : nil },
            limits: .init(instructions: 1_000_000, memory: 16 << 20)
        ) { services in
            services.register("ledger") { _ in Ledger(tally) }
        }
    }

    /// Makes one edit and waits briefly, so that the watch can detect it.
    func edit() {
        switch Kind.allCases.randomElement() ?? .written {
        case .written: write(nextText(), to: "container.lua")
        case .halfWritten: writeSlowly(nextText())
        case .renamed: replace(nextText())
        case .goneAndBack:
            try? FileManager.default.moveItem(atPath: folder + "container.lua", toPath: folder + "away.lua")
            pause(.milliseconds(.random(in: 0...150)))
            try? FileManager.default.moveItem(atPath: folder + "away.lua", toPath: folder + "container.lua")
            replace(nextText())
        case .broken:
            tally.edits.wrappingAdd(1, ordering: .relaxed)
            isGood = false
            write(Script(edit: number).broken(), to: "container.lua")
        case .repaired: write(nextText(), to: "container.lua")
        case .rotated:
            token.rotate(to: number)
            write(nextText(), to: "container.lua")
        case .sharedFile:
            write("-- \(number)\n", to: "shared.lua")
            replace(nextText())
        case .burst: for _ in 0..<Int.random(in: 2...20) { replace(nextText()) }
        }
        pause(.milliseconds(.random(in: 5...400)))
    }

    /// Occasionally waits until the last edit has taken effect, which it must if it loads.
    func checkAdoption(by container: Container) {
        guard isGood, Int.random(in: 0..<4) == 0 else { return }
        for _ in 0..<1_000 {
            if let mark = try? container.resolve("mark", as: Mark.self), mark.edit == number {
                tally.adopted.wrappingAdd(1, ordering: .relaxed)
                return
            }
            pause(.milliseconds(20))
        }
        let refusal = container.refusedReload.map { ": \($0.error)" } ?? ""
        let mark = (try? container.resolve("mark", as: Mark.self))?.edit
        tally.report("edit \(number) did not take effect in 20 s; serves \(mark ?? -1)\(refusal)", in: tally.lost)
    }

    private func nextText() -> String {
        tally.edits.wrappingAdd(1, ordering: .relaxed)
        number += 1
        isGood = true
        return Script(edit: number).text
    }

    private func write(_ text: String, to name: String) {
        try? text.write(toFile: folder + name, atomically: false, encoding: .utf8)
    }

    /// Like a deployment: the old file or the new one exists, never a part.
    private func replace(_ text: String) {
        try? text.write(toFile: folder + "container.lua", atomically: true, encoding: .utf8)
    }

    /// Like a slow disk: only the first half exists for a while.
    private func writeSlowly(_ text: String) {
        guard let file = fopen(folder + "container.lua", "w") else { return }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        let middle = Int.random(in: 1..<bytes.count)
        _ = bytes[..<middle].withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        fflush(file)
        pause(.milliseconds(.random(in: 0...60)))
        _ = bytes[middle...].withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    }

    private func pause(_ duration: Duration) { Thread.sleep(forTimeInterval: duration / .seconds(1)) }
}

/// A variable of the environment that changes while the program runs.
private final class Token: Sendable {
    private let text = Mutex("token 0")

    var value: String { text.withLock { $0 } }
    func rotate(to number: Int) { text.withLock { $0 = "token \(number)" } }
}
