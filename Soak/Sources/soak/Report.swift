import Foundation
import Synchronization

/// Prints the figures, and decides whether the run passed.
struct Report {
    /// The largest growth of memory after the first minute: allocators keep some.
    private static let mostGrowth = 32 << 20

    private let tally: Tally
    private let atStart: ProcessFigures
    private var settled: ProcessFigures?
    private var minutes = 0
    private var mostGenerations = 0

    init(_ tally: Tally, _ atStart: ProcessFigures) {
        self.tally = tally
        self.atStart = atStart
        say("start: \(atStart.text)")
    }

    /// Whether nothing of the container is left.
    var isSettled: Bool { generations == 0 && nodes == 0 && ProcessFigures().descriptors <= atStart.descriptors }

    mutating func minute() {
        minutes += 1
        let figures = ProcessFigures()
        if settled == nil { settled = figures }
        mostGenerations = max(mostGenerations, generations)
        say("minute \(minutes): \(counts), \(generations) generations, \(figures.text)")
    }

    /// Prints what is left at the end; true if the run passed.
    func end() -> Bool {
        let figures = ProcessFigures()
        say("end: \(counts), \(generations) generations, \(nodes) nodes, \(figures.text)")
        var faults: [String] = []
        if torn + failed + lost > 0 { faults.append("\(torn) torn, \(failed) failed, \(lost) lost") }
        // The current one, the one before it while a resolve uses it, and those of overrides.
        if mostGenerations > 20 { faults.append("up to \(mostGenerations) generations were alive at once") }
        if generations + nodes > 0 { faults.append("\(generations) generations and \(nodes) nodes are left behind") }
        if figures.descriptors > atStart.descriptors { faults.append("descriptors are left open") }
        if let first = settled?.memory, let last = figures.memory, last - first > Self.mostGrowth {
            faults.append("\((last - first) >> 10) KiB more than after the first minute")
        }
        for fault in faults { say("soak: \(fault)") }
        return faults.isEmpty
    }

    private var torn: Int { tally.torn.load(ordering: .relaxed) }
    private var failed: Int { tally.failed.load(ordering: .relaxed) }
    private var lost: Int { tally.lost.load(ordering: .relaxed) }
    private var generations: Int { tally.generations.load(ordering: .relaxed) }
    private var nodes: Int { tally.nodes.load(ordering: .relaxed) }

    private var counts: String {
        let (resolves, edits) = (tally.resolves.load(ordering: .relaxed), tally.edits.load(ordering: .relaxed))
        let (waited, injected) = (tally.adopted.load(ordering: .relaxed), tally.injected.load(ordering: .relaxed))
        return "\(resolves) resolves, \(edits) edits, \(waited) of them waited for, \(torn) torn, \(failed) failed, "
            + "\(lost) lost, \(injected) injected faults"
    }
}

/// Prints a line and flushes it.
private func say(_ line: String) {
    print(line)
    fflush(nil)
}
