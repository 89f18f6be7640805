import Foundation
import Moonwire
import TestSupport
import Testing

/// Random graphs with cycles: whichever services threads request first, all that they reach is complete.
@Suite(.timeLimit(.minutes(10))) struct LaterModelTests {
    @Test func threadsReachCompleteServicesOnly() throws {
        for seed in 0..<repetitions(300, debug: 60) {
            var random = Seeded(state: UInt64(seed))
            let graph = PeerGraph(&random, canFail: false)
            let container = try graph.container()
            let entries = (0..<4).map { _ in Int.random(in: 0..<graph.count, using: &random) }
            let found = Collected<[String: ObjectIdentifier]>()
            let failures = Collected<String>()
            onThreads(entries.count) { number in
                do {
                    let peer = try container.resolve("p\(entries[number])", as: Peer.self)
                    found.append(try graph.reached(from: peer))
                } catch { failures.append("\(error)") }
            }
            #expect(failures.elements == [], "seed \(seed): \(graph.text)")
            let all = found.elements.flatMap { $0 }
            let distinct = Set(all.map(\.value)).count
            #expect(distinct == Set(all.map(\.key)).count, "seed \(seed): \(graph.text)")
            Peer.release(container)
        }
    }

    /// After a failure, none of the services that need the broken one exists, and all others that exist are complete.
    @Test func failuresLeaveNoPartOfACycle() throws {
        for seed in 0..<repetitions(300, debug: 60) {
            var random = Seeded(state: UInt64(seed))
            let graph = PeerGraph(&random, canFail: true)
            let container = try graph.container()
            for position in (0..<graph.count).shuffled(using: &random) {
                let peer = try? container.resolve("p\(position)", as: Peer.self)
                #expect((peer == nil) == graph.fails(position), "seed \(seed), p\(position): \(graph.text)")
                if let peer { _ = try graph.reached(from: peer) }
                let kept = container.instances.compactMap { Int($0.id.dropFirst()) }
                #expect(!kept.contains(where: graph.fails), "seed \(seed): \(graph.text)")
            }
            Peer.release(container)
        }
    }
}

/// A service with parts that it is constructed with, and with others that it is given afterward.
private final class Peer: Exposed, @unchecked Sendable {  // Changed only before it is shared.
    struct Broken: Error {}

    let name: String
    let parts: [Peer]
    var others: [Peer] = []

    init(name: String, parts: [Peer]) {
        self.name = name
        self.parts = parts
    }

    /// The objects own each other.
    static func release(_ container: Container) {
        for held in container.instances { (try? container.resolve(held.id, as: Peer.self))?.others = [] }
    }

    static let exposure = Exposure(Peer.self) {
        Initializer("name", "parts") { Peer(name: $0, parts: $1) }
        Property("others", get: { $0.others }, set: { (peer: Peer, others: [Peer]) in peer.others += others })
        Method("add", "other") { (peer: Peer, other: Peer) in peer.others.append(other) }
        Method("break") { (_: Peer) in throw Broken() }
    }
}

/// A random wiring of peers: references that order the build form no cycle, and those that are passed later may form any.
private struct PeerGraph {
    private struct Node {
        var parts: [Int] = []
        var set: [Int] = []
        var later: [Int] = []
        var called: [Int] = []
        var isBroken = false

        var needs: [Int] { parts + set + later + called }
    }

    struct Incomplete: Error {
        let name: String
    }

    private var nodes: [Node]

    var count: Int { nodes.count }

    init(_ random: inout Seeded, canFail: Bool) {
        let count = Int.random(in: 2...6, using: &random)
        nodes = (0..<count).map { _ in Node() }
        let order = (0..<count).shuffled(using: &random)
        for (rank, position) in order.enumerated() {
            for need in order.dropFirst(rank + 1) where Int.random(in: 0..<3, using: &random) == 0 {
                if Bool.random(using: &random) {
                    nodes[position].parts.append(need)
                } else {
                    nodes[position].set.append(need)
                }
            }
            for need in 0..<count where Int.random(in: 0..<4, using: &random) == 0 {
                if Bool.random(using: &random) {
                    nodes[position].later.append(need)
                } else {
                    nodes[position].called.append(need)
                }
            }
        }
        if canFail { nodes[Int.random(in: 0..<count, using: &random)].isBroken = true }
    }

    var text: String {
        nodes.enumerated().map { position, node in
            let others = (node.set.map { "ref \"p\($0)\"" } + node.later.map { "later \"p\($0)\"" }).joined(
                separator: ", ")
            let calls = node.called.map { "{ \"add\", later \"p\($0)\" }" } + (node.isBroken ? ["{ \"break\" }"] : [])
            return """
                service "p\(position)" {
                    type = "Peer", args = { name = "\(position)", parts = { \(Self.references(node.parts)) } },
                    set = { others = { \(others) } }, call = { \(calls.joined(separator: ", ")) },
                }
                """
        }.joined(separator: "\n")
    }

    private static func references(_ positions: [Int]) -> String {
        positions.map { "ref \"p\($0)\"" }.joined(separator: ", ")
    }

    func container() throws -> Container { try Container(text: text, types: [Peer.self], environment: .dev) }

    /// Whether the service needs one that is broken, or is broken.
    func fails(_ position: Int) -> Bool {
        var visited: Set<Int> = []
        var open = [position]
        while let next = open.popLast() {
            guard visited.insert(next).inserted else { continue }
            if nodes[next].isBroken { return true }
            open += nodes[next].needs
        }
        return false
    }

    /// The objects that are reached from one, by their names; throws if one of them is not complete.
    func reached(from start: Peer) throws -> [String: ObjectIdentifier] {
        var reached: [String: ObjectIdentifier] = [:]
        var open = [start]
        while let peer = open.popLast() {
            if let known = reached[peer.name] {
                if known != ObjectIdentifier(peer) { throw Incomplete(name: peer.name) }
                continue
            }
            reached[peer.name] = ObjectIdentifier(peer)
            guard let position = Int(peer.name), peer.parts.map(\.name) == nodes[position].parts.map(String.init),
                peer.others.map(\.name)
                    == (nodes[position].set + nodes[position].later + nodes[position].called).map(String.init)
            else { throw Incomplete(name: peer.name) }
            open += peer.parts + peer.others
        }
        return reached
    }
}
