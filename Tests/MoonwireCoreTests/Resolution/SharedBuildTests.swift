import Dispatch
import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite struct SharedBuildTests {
    @Test func firstUseByManyThreadsMakesOneInstance() throws {
        for _ in 0..<repetitions(200, debug: 50) {
            let made = Counter()
            var wiring = Wiring(service("jaguar", "Car", ["engine": ref("engine")]))
            wiring.services.register("engine") { _ in Engine(brand: "\(made.add())", cylinders: 4) }
            let container = try wiring.container()
            let seen = Collected<Engine>()
            let failures = Collected<String>()
            onThreads(64) { number in
                do {
                    let isDirect = number % 2 == 0
                    seen.append(
                        isDirect
                            ? try container.resolve(Engine.self) : try container.resolve("jaguar", as: Car.self).engine)
                } catch {
                    failures.append("\(error)")
                }
            }
            #expect(failures.elements == [])
            #expect(made.value == 1)
            #expect(seen.elements.count == 64)
            #expect(Set(seen.elements.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test func firstUseOfAWeakServiceByManyThreadsMakesOneInstance() throws {
        let made = Counter()
        var wiring = Wiring()
        wiring.services.register("engine", scope: .weak) { _ in Engine(brand: "\(made.add())", cylinders: 4) }
        let container = try wiring.container()
        let seen = Collected<Engine?>()
        onThreads(64) { _ in seen.append(try? container.resolve("engine")) }
        #expect(made.value == 1)
        #expect(Set(seen.elements.map { $0.map(ObjectIdentifier.init) }).count == 1)
    }

    @Test func failedBuildFailsForAllWhoWaitAndTheNextResolveTriesAgain() throws {
        let attempts = Counter()
        let waiting = DispatchSemaphore(value: 0)
        var wiring = Wiring()
        wiring.services.register("engine", file: "App.swift", line: 1) { _ in
            guard attempts.add() == 1 else { return Engine(brand: "second try", cylinders: 4) }
            // The other threads have begun: all that have reached the board are waiting.
            for _ in 0..<7 { waiting.wait() }
            throw Breakdown(reason: "attempt \(attempts.value)")
        }
        let container = try wiring.container()
        let answers = Collected<String>()
        let leader = DispatchSemaphore(value: 0)
        onThreads(8) { number in
            if number == 0 {
                leader.signal()
            } else {
                leader.wait()
                leader.signal()
                waiting.signal()
            }
            answers.append(message { try container.resolve("engine", as: Engine.self) } ?? "made")
        }
        let failed = answers.elements.filter { $0 != "made" }
        #expect(Set(failed) == ["App.swift:1: service \"engine\" could not be built: attempt 1"])
        #expect(try container.resolve("engine", as: Engine.self).brand == "second try")
        #expect(attempts.value == 2)
    }

    @Test func factoryMayWaitForAThreadThatResolvesAnotherService() throws {
        var wiring = Wiring(service("v8", "Engine", ["brand": "V8"]))
        let late = Collected<Container>()
        wiring.services.register("joined") { _ in
            let found = Collected<Engine>()
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                for container in late.elements {
                    if let engine = try? container.resolve("v8", as: Engine.self) { found.append(engine) }
                }
                done.signal()
            }
            done.wait()
            return Car(engine: found.elements[0], wheels: 3, trailer: nil)
        }
        let container = try wiring.container()
        late.append(container)
        #expect(try container.resolve("joined", as: Car.self).engine.brand == "V8")
    }

    @Test func longWaitIsReportedOnce() async throws {
        let isBuilding = DispatchSemaphore(value: 0)
        let go = DispatchSemaphore(value: 0)
        var wiring = Wiring()
        wiring.slowWait = .seconds(1)
        wiring.services.register("engine") { _ in
            isBuilding.signal()
            go.wait()
            return Engine(brand: "slow", cylinders: 1)
        }
        wiring.services.register("outer", as: Car.self) {
            Car(engine: try $0.resolve("engine"), wheels: 4, trailer: nil)
        }
        let container = try wiring.container()
        var stream = container.diagnostics.updates().makeAsyncIterator()
        let both = Task.detached {
            onThreads(2) { number in
                if number == 1 { isBuilding.wait() }
                _ = try? number == 0 ? container.resolve("engine", as: Engine.self) : container.resolve(Car.self).engine
            }
        }
        let report = await stream.next()
        go.signal()
        await both.value
        #expect(
            report?.description == """
                warning: a thread has been waiting for service "engine", which another thread is building
                    waiting: outer -> engine
                    building: engine
                """)
        #expect(container.diagnostics.entries.count == 1)
        #expect(try await container.resolve(Car.self).engine.brand == "slow")
    }
}
