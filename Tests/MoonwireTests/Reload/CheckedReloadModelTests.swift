import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Random edits, most of which fail when they are checked, compared with what a reload promises.
@Suite(.timeLimit(.minutes(5))) struct CheckedReloadModelTests {
    private static let names = ["lark", "wren", "finch", "swift"]

    /// A wiring: the song of each bird, and the earlier bird that it holds.
    private struct Wiring: Equatable {
        var songs: [String]
        var mates: [Int?]

        var text: String {
            let birds = names.indices.map { index in
                Bird.service(names[index], songs[index], of: mates[index].map { names[$0] })
            }
            return birds.joined()
        }

        var works: Bool { !songs.contains { ["ill", "silent", "broken"].contains($0) } }
    }

    private enum Step: CaseIterable {
        case checked, cancelled, refusedByTheApplication, plain, rollback, reset
    }

    private func edited(_ wiring: Wiring, _ number: Int, _ random: inout Seeded) -> Wiring {
        var edited = wiring
        let index = Int.random(in: 0..<4, using: &random)
        edited.songs[index] = ["ill", "silent", "broken", "deep", "high", "low"].randomElement(using: &random) ?? ""
        if edited.works { edited.songs[index] += " \(number)" }
        if Bool.random(using: &random), index > 0 {
            edited.mates[index] = Int.random(in: 0..<index, using: &random)
        }
        return edited
    }

    @Test(arguments: UInt64(0)..<12) func onlyWhatWorksIsAdopted(seed: UInt64) async throws {
        var random = Seeded(state: seed)
        var current = Wiring(songs: ["a", "b", "c", "d"], mates: [nil, 0, 1, nil])
        var previous: Wiring?
        let birds = try await Birds(current.text)
        let container = birds.container
        for number in 0..<40 {
            let next = edited(current, number, &random)
            try birds.living.edit(next.text)
            switch Step.allCases.randomElement(using: &random) ?? .checked {
            case .checked:
                let result = await refusal { try await container.reload(checking: .health) }
                #expect(result.isEmpty == next.works, "\(result)")
                if next.works, next != current { (previous, current) = (current, next) }
            case .cancelled:
                let task = Task { try await container.reload(checking: .health) { _ in try await AsyncGate().wait() } }
                task.cancel()
                #expect(await refusal { try await task.value } != "")
            case .refusedByTheApplication:
                #expect(
                    await refusal { try await container.reload(checking: .health) { _ in throw Bird.Silence() } } != "")
            case .plain:
                guard next.works else { continue }
                try container.reload()
                if next != current { (previous, current) = (current, next) }
            case .rollback:
                let said = await refusal { try container.rollback() }
                #expect(said.isEmpty == (previous != nil), "\(said)")
                if let former = previous { (previous, current) = (current, former) }
            case .reset: try container.reset("lark")
            }
            try await check(birds, current)
        }
        await container.shutdownGracefully()
        try await until { birds.aviary.count == 0 }
        let (built, closed) = (birds.builds, birds.aviary.lines.elements.filter { $0.hasPrefix("close") })
        #expect(built.count == closed.count)
    }

    /// All find the current wiring, and nothing else lives.
    private func check(_ birds: Birds, _ wiring: Wiring) async throws {
        try await birds.container.start()
        for (index, name) in Self.names.enumerated() {
            let bird = try birds.bird(name)
            #expect(bird.song == wiring.songs[index])
            if let mate = wiring.mates[index] {
                let held = try birds.bird(Self.names[mate])
                #expect(bird.mate === held)
            } else {
                #expect(bird.mate == nil)
            }
            #expect(!bird.isClosed)
        }
        try await until { birds.aviary.count == 4 }
    }
}

extension Birds {
    /// The birds that were built, without those whose initializer has thrown.
    fileprivate var builds: [String] {
        aviary.lines.elements.filter { $0.hasPrefix("build") && !$0.hasSuffix("broken") }
    }
}
