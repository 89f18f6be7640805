import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// A container that has been reloaded cannot be told from one that was loaded with the same files.
@Suite struct ReloadDifferenceTests {
    /// What loading has given: all that is known of the wiring, or its faults.
    private enum Outcome: Equatable {
        case loaded(Inspection, remarks: [String], built: [String])
        case refused(String)
    }

    private let folder = Scratch()
    private let variables = Lock<[String: String]>([:])

    private func load() throws -> Container {
        try Container(
            scripts: [folder.path("container.lua")], types: [Piece.self, Single.self, Journal.self],
            environment: .dev, variables: EnvironmentVariables { name in variables.withLock { $0[name] } })
    }

    private func write(_ texts: [String: String]) throws {
        for (name, text) in texts { try folder.write(text, name) }
    }

    private func outcome(_ load: () throws -> (Container, remarks: ArraySlice<Diagnostic>)) throws -> Outcome {
        do {
            let (container, remarks) = try load()
            return .loaded(try container.inspection, remarks: remarks.map { "\($0)" }, built: built(in: container))
        } catch let error as ContainerError {
            return .refused("\(error)")
        }
    }

    /// What each id is resolved to, with everything that it has.
    private func built(in container: Container) -> [String] {
        container.ids.sorted().map { id in
            do {
                if let piece = try? container.resolve(id, as: Piece.self) { return try "\(id) = \(text(of: piece))" }
                return try "\(id) = \(container.resolve(id, as: Single.self).name)"
            } catch { return "\(id): \(error)" }
        }
    }

    private func text(of piece: Piece) throws -> String {
        let parts = try piece.parts.map { try text(of: $0) }
        let later = try piece.later.map { "later " + (try text(of: $0())) } ?? ""
        let once = try piece.once.map { "once " + (try text(of: $0())) } ?? ""
        return "\(piece.name)(\(parts.joined(separator: ", ")) \(later) \(once))"
    }

    /// Edits a wiring several times; returns how many of them were adopted and refused.
    private func compare(_ seed: Int) throws -> (adopted: Int, refused: Int) {
        var dice = Dice(seed)
        var wiring = EditedWiring(&dice)
        try write(wiring.texts)
        while (try? load()) == nil {
            wiring = EditedWiring(&dice)
            try write(wiring.texts)
        }
        let living = try load()
        _ = built(in: living)
        var counts = (adopted: 0, refused: 0)
        for _ in 0..<6 {
            let former = wiring
            for _ in 0...dice.below(2) { wiring.edit(&dice) }
            if dice.once(in: 8) { variables.withLock { $0["NAME"] = "\(dice.below(3))" } }
            try write(wiring.texts)
            let known = living.diagnostics.entries.count
            let reloaded = try outcome {
                try living.reload()
                return (living, living.diagnostics.entries[known...])
            }
            let loaded = try outcome {
                let container = try load()
                return (container, container.diagnostics.entries[...])
            }
            #expect(reloaded == loaded, "seed \(seed)\n\(wiring.texts)\nafter\n\(former.texts)")
            if case .refused = loaded {
                counts.refused += 1
                wiring = former
                continue
            }
            counts.adopted += 1
            try write(wiring.texts)
            let plan = try living.reloadPlan()
            #expect(plan.added.isEmpty && plan.removed.isEmpty && plan.changed.isEmpty && plan.replaced.isEmpty)
        }
        return counts
    }

    @Test(arguments: 0..<4) func reloadedContainerIsLikeALoadedOne(part: Int) throws {
        var counts = (adopted: 0, refused: 0)
        for number in 0..<repetitions(100, debug: 10) {
            let found = try compare(part * 10_000 + number)
            counts = (counts.adopted + found.adopted, counts.refused + found.refused)
        }
        #expect(counts.adopted > 10 && counts.refused > 2, "\(counts)")
    }
}
