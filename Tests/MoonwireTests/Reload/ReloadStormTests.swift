import Foundation
import Moonwire
import TestSupport
import Testing

/// Many reloads while many resolve: nobody sees half of one generation and half of another.
@Suite struct ReloadStormTests {
    /// Every service says the number of the edit that it belongs to.
    private static func wiring(_ edit: Int) -> String {
        """
        parameters { edit = "\(edit)" }
        service "left" { type = "Station", args = { name = "%edit%" } }
        service "right" (function(c) return Station { name = c.param "edit" } end)
        service "kept" { type = "Station", args = { name = "kept" } }
        service "far" { type = "Station", args = { name = "%edit%", next = ref "left" } }
        service "pair" {
            factory = function(args, c)
                local left, right, far = c.get "left", c.get "right", c.get "far"
                return left.name .. " " .. right.name .. " " .. far.name
            end,
            scope = "transient",
        }
        """
    }

    /// What an editor, a merge or a tired hand makes of a script.
    private static func broken(_ text: String, by random: inout some RandomNumberGenerator) -> String {
        let bytes = Array(text.utf8)
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return String(decoding: bytes[..<place], as: UTF8.self) + "\n{"
        case 1: return String(decoding: bytes[..<place] + Array("\"".utf8) + bytes[place...], as: UTF8.self)
        case 2: return text.replacing(#"ref "left""#, with: #"ref "lfet""#)
        case 3: return text + "\nerror('broken')"
        default: return text.replacing("Station", with: "Staton")
        }
    }

    @Test func threadsResolveConsistentlyDuringBrokenEdits() throws {
        let edits = repetitions(1_000, debug: 200)
        let living = try Living(Self.wiring(0))
        let isOver = Counter()
        let bad = Collected<String>()
        let reloads = Collected<Bool>()
        onThreads(5) { number in
            guard number == 0 else {
                while isOver.value == 0 {
                    do {
                        let pair = try living.container.resolve("pair", as: String.self)
                        if Set(pair.split(separator: " ")).count != 1 { bad.append("torn: \(pair)") }
                        let kept = try living.station("kept")
                        if kept.name != "kept" { bad.append("kept is \(kept.name)") }
                    } catch { bad.append("\(error)") }
                }
                return
            }
            defer { isOver.add() }
            var random = SystemRandomNumberGenerator()
            for edit in 1...edits {
                let text = Self.wiring(edit)
                let isGood = edit % 4 == 0
                do {
                    try living.edit(isGood ? text : Self.broken(text, by: &random))
                    try living.container.reload()
                    reloads.append(true)
                    let pair = try living.container.resolve("pair", as: String.self)
                    if isGood, pair != "\(edit) \(edit) \(edit)" { bad.append("edit \(edit) gives \(pair)") }
                } catch let error as ContainerError {
                    reloads.append(false)
                    if isGood { bad.append("edit \(edit) is refused: \(error)") }
                } catch { bad.append("\(error)") }
            }
        }
        #expect(Set(bad.elements) == [])
        #expect(reloads.elements.count == edits)
        #expect(reloads.elements.filter { $0 }.count >= edits / 4)
        #expect(reloads.elements.contains(false))
    }

    @Test func keptSharedInstanceIsTheSameForAllThreads() throws {
        let living = try Living(Self.wiring(0))
        let first = try living.station("kept")
        let isOver = Counter()
        let strangers = Counter()
        onThreads(4) { number in
            if number == 0 {
                for edit in 1...repetitions(300, debug: 60) { _ = try? living.reload(Self.wiring(edit)) }
                isOver.add()
            } else {
                while isOver.value == 0 { if (try? living.station("kept")) !== first { strangers.add() } }
            }
        }
        #expect(strangers.value == 0)
    }

    #if os(Linux)
        /// What ten reloads leave behind, ten thousand leave behind; in a process of its own, where nobody else allocates.
        @Test func repeatedReloadsDoNotGrowMemory() async {
            await #expect(processExitsWith: .success) {
                let living = try Living(Tracked.script(0), types: [Tracked.self]) { services in
                    services.register("alive") { _ in Tracked.Tally() }
                }
                var afterTen = 0
                for round in 1...repetitions(10_000, debug: 500) {
                    let tracked = try living.container.resolve("other", as: Tracked.self)
                    if round % 3 == 0 { try living.edit(Tracked.script(round)) }
                    try living.container.reload()
                    precondition(tracked.alive.counter.value <= 2, "replaced instances are kept")
                    if round == 10 { afterTen = try heldBytes() }
                }
                let growth = try heldBytes() - afterTen
                precondition(growth < 2 << 20, "\(growth) bytes more than after ten reloads")
            }
        }
    #endif
}

/// Counts how many of it are alive.
private final class Tracked: Exposed, Sendable {
    final class Tally: Exposed, Sendable {
        let counter = Counter()

        static let exposure = Exposure(Tally.self) {}
    }

    static func script(_ number: Int) -> String {
        """
        parameters { number = \(1000 + number % 7) }
        service "held" { type = "Tracked", args = { alive = ref "alive", user = provider "other" }, reload = "rebuild" }
        service "other" (function(c) return c.get "held" end)
        """
    }

    let alive: Tally

    init(_ alive: Tally, user: ServiceProvider<Tracked>) {
        self.alive = alive
        alive.counter.add()
    }

    deinit { alive.counter.add(-1) }

    static let exposure = Exposure(Tracked.self) {
        Initializer("alive", "user") { Tracked($0, user: $1) }
    }
}
