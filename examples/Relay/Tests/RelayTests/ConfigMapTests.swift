import Foundation
import Moonwire
import Synchronization
import Testing

@testable import RelayParts

/// All scripts are replaced in one step, as Kubernetes does it, while clients send events.
@Suite(.timeLimit(.minutes(5))) struct ConfigMapTests {
    private static let clients = 4
    private static let swaps = 40

    @Test func swapsUnderLoadLoseNothingAndMixNothing() async throws {
        try await withReceiver { receiver in
            let folder = Folder()
            let map = try ConfigMap(in: folder)
            try await withGateway(in: folder, targeting: receiver) { gateway in
                let watch = try gateway.container.watch()
                defer { watch.cancel() }
                let load = Load(of: gateway, deliveredTo: receiver, clients: Self.clients)
                for version in 1...Self.swaps {
                    let count = load.accepted.count
                    try map.swap(to: version)
                    // The watch may not have seen one version when the next one replaces it.
                    if version.isMultiple(of: 2) {
                        try await wait { receiver.hasReceived("\"container\":\(version),") }
                    } else {
                        try await wait { load.accepted.count > count }
                    }
                }
                let failures = await load.end()
                #expect(failures == [])
                try await wait { receiver.requests.count >= load.accepted.count }
                try Self.check(receiver, load)
                Self.check(gateway.log)
                #expect(gateway.container.refusedReload == nil)
                try await gateway.order(Load.order("last"))
                try await wait { receiver.hasReceived("\"last\"") }
                #expect(try Self.decoded(receiver.bodies.last ?? "").container == Self.swaps)
            }
        }
    }

    /// Each event that was accepted has arrived once, and each is of one version.
    private static func check(_ receiver: Receiver, _ load: Load) throws {
        #expect(receiver.requests.compactMap { $0.header("X-Relay-Event") }.sorted() == load.accepted.sorted())
        for body in receiver.bodies {
            let delivered = try decoded(body)
            #expect(delivered.steps == delivered.container && delivered.routes == "orders-\(delivered.container)")
        }
    }

    /// Each line about a request names the generation whose scripts have written it.
    private static func check(_ log: String) {
        var versions: [Substring: Set<Substring>] = [:]
        for match in log.matches(of: #/generation=([0-9]+) scope=request request=[^ ]+ version ([0-9]+) of order/#) {
            versions[match.1, default: []].insert(match.2)
        }
        #expect(versions.count > swaps / 2)
        #expect(versions.values.allSatisfy { $0.count == 1 }, "\(versions)")
    }

    private static func decoded(_ body: String) throws -> Delivered {
        try JSONDecoder().decode(Delivered.self, from: Data(body.utf8))
    }

    private struct Delivered: Decodable {
        let container: Int
        let routes: String
        let steps: Int
    }
}

extension Receiver {
    /// Whether one of the last twenty events contains a string.
    fileprivate func hasReceived(_ text: String) -> Bool {
        requests.suffix(20).contains { String(decoding: $0.body, as: UTF8.self).contains(text) }
    }
}

/// Clients that send orders, one after the other, until they are stopped; they wait when many are not delivered yet.
private final class Load: Sendable {
    private struct Results {
        var accepted: [String] = []
        var failures: [String] = []
        var isEnding = false
    }

    private final class Journal: Sendable {
        let results = Mutex(Results())
    }

    private static let mostWaiting = 16

    private let journal = Journal()
    private let sending: Task<Void, Never>

    init(of gateway: RunningGateway, deliveredTo receiver: Receiver, clients: Int) {
        sending = Task { [journal] in
            await withDiscardingTaskGroup { group in
                for client in 1...clients {
                    group.addTask { await Self.send(as: client, to: gateway, deliveredTo: receiver, journal) }
                }
            }
        }
    }

    /// The ids of the events that were accepted.
    var accepted: [String] { journal.results.withLock { $0.accepted } }

    /// Ends the clients, and returns what did not work.
    func end() async -> [String] {
        journal.results.withLock { $0.isEnding = true }
        await sending.value
        return journal.results.withLock { $0.failures }
    }

    static func order(_ id: String) -> String {
        #"{"id": "\#(id)", "status": "paid", "customer": {"name": "Ada"}}"#
    }

    private static func send(
        as client: Int, to gateway: RunningGateway, deliveredTo receiver: Receiver, _ journal: Journal
    ) async {
        var number = 0
        while !journal.results.withLock(\.isEnding) {
            guard journal.results.withLock(\.accepted.count) - receiver.requests.count < mostWaiting else {
                try? await Task.sleep(for: .milliseconds(1))
                continue
            }
            number += 1
            do {
                let answer = try await gateway.order(order("\(client)-\(number)"))
                let id = try JSONDecoder().decode([String: String].self, from: Data(answer.body.utf8))["event"]
                journal.results.withLock { results in
                    if answer.status == 202, let id {
                        results.accepted.append(id)
                    } else {
                        results.failures.append("\(answer.status): \(answer.body)")
                    }
                }
            } catch {
                journal.results.withLock { $0.failures.append("\(error)") }
            }
        }
    }
}
