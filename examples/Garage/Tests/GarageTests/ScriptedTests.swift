import Foundation
import GarageParts
import Moonwire
import Synchronization
import Testing

/// A script that overrides the garage's own: services are replaced and observed in a few lines, without compiling.
@Suite struct ScriptedTests {
    private let scripts = ["../../container.lua", "test.lua"].map {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: $0).standardized.path
    }
    private let ledger = Ledger()

    private func container() throws -> Container {
        let ledger = ledger
        return try Garage.container(scripts: scripts, types: [Ledger.self]) { services in
            services.register("ledger") { _ in ledger }
        }
    }

    @Test func theScriptedFactoryMakesTheSparkPlugs() throws {
        let car = try container().resolve(.jaguar)
        #expect(car.engine.sparkPlugs == 8)
        #expect(car.engine.brand == "TEST")
    }

    @Test func aHookCountsWhatIsBuilt() throws {
        let container = try container()
        for _ in 0..<3 { _ = try container.resolve(.jaguar) }
        #expect(ledger.notes == ["TEST", "TEST", "TEST"])
    }

    @Test func whatMustNotBeBuiltFailsTheTestThatBuildsIt() throws {
        let container = try container()
        do {
            _ = try container.resolve(Dealer.self)
            Issue.record("a dealer was built")
        } catch {
            let place = try #require(scripts.last)
            #expect("\(error)" == "\(place):8: hook.created(\"dealer\") failed: no test of cars needs a dealer")
        }
    }
}

/// The file to which the script writes its observations.
private final class Ledger: Exposed, Sendable {
    private let lines = Mutex<[String]>([])

    var notes: [String] { lines.withLock { $0 } }

    static let exposure = Exposure(Ledger.self) {
        Method("note", "line") { (ledger: Ledger, line: String) in ledger.lines.withLock { $0.append(line) } }
    }
}
