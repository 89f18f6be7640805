import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Open scopes while scripts are edited, and while several threads use them.
@Suite struct ScopeReloadTests {
    private static func script(_ name: String) -> String {
        """
        scopes { "job" }
        service "shared" { type = "Station", args = { name = "\(name)", log = ref "log" }, stop = "close" }
        service "work" {
            type = "Station", args = { name = "work \(name)", next = ref "shared", log = ref "log" },
            scope = "job", stop = "close",
        }
        """
    }

    @Test func openScopesKeepTheirGeneration() throws {
        let living = try Living(Self.script("a"))
        let scope = try living.container.openScope("job")
        let work = try scope.resolve("work", as: Station.self)
        try living.reload(Self.script("b"))
        #expect(living.container.generations.map(\.isCurrent) == [false, true])
        #expect(living.container.generations.map(\.scopes) == [["job"], []])
        let number = try #require(living.container.generations.first?.number)
        #expect(scope.generation == number)
        var numberAtOpening = 0
        let open = try living.container.openScope("job") { numberAtOpening = $0.generation }
        #expect(open.generation == numberAtOpening)
        #expect(open.generation == living.container.generations.last?.number && open.generation > number)
        open.close()
        #expect(try scope.resolve("work", as: Station.self) === work)
        try scope.perform {
            let shared = try living.station("shared")
            #expect(try living.station("work") === work)
            #expect(shared === work.next)
            #expect(shared.name == "a")
        }
        #expect(try living.station("shared").name == "b")
        #expect(living.log.elements == [])
        let later = try living.container.withScope("job") { try living.station("work") }
        #expect(later.name == "work b")
        #expect(living.log.elements == ["close work b"])
        scope.close()
        #expect(living.log.elements == ["close work b", "close work a", "close a"])
        #expect(living.container.generations.map(\.scopes) == [[]])
    }

    @Test func sharedServicesOfAnOlderGenerationAreBuiltThere() throws {
        let living = try Living(Self.script("a"))
        let scope = try living.container.openScope("job")
        try living.reload(Self.script("b"))
        #expect(try scope.resolve("work", as: Station.self).next?.name == "a")
        scope.close()
        #expect(living.log.elements == ["close work a", "close a"])
    }

    @Test func generationsAreDescribed() throws {
        let living = try Living(Self.script("a"))
        let scopes = try (0..<2).map { _ in try living.container.openScope("job") }
        try living.reload(Self.script("b"))
        let descriptions = living.container.generations.map(\.description)
        #expect(
            descriptions == ["generation 1: held by scopes job, job", "generation 2: held by the container, 1 other"])
        withExtendedLifetime(scopes) {}
    }

    @Test func parametersAndInstancesOfTheApplicationAreSetInBothGenerations() throws {
        let script = """
            scopes { "job" }
            parameters { name = "a" }
            service "work" { type = "Station", args = { name = "%name%" }, scope = "job" }
            """
        let living = try Living(script)
        try living.container.withScope("job") {
            try living.reload(script + "\nparameters { other = 1 }")
            try living.container.setParameter("name", to: "b")
            #expect(try living.station("work").name == "b")
        }
        #expect(try living.container.parameter("name", as: String.self) == "b")
    }

    @Test func memoryIsFlatWhileScopesAreOpenDuringReloads() async throws {
        let living = try Living(Self.script("0"))
        let isOver = Counter()
        let bad = Collected<String>()
        let count = repetitions(1_000, debug: 60)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    while isOver.value == 0 {
                        do {
                            try await living.container.withScope("job") {
                                let work = try living.station("work")
                                await Task.yield()
                                if try living.station("work") !== work { bad.append("another instance") }
                                if try living.station("shared") !== work.next { bad.append("torn") }
                            }
                        } catch { bad.append("\(error)") }
                    }
                }
            }
            group.addTask {
                for number in 1...count {
                    do { try living.reload(Self.script("\(number % 2)")) } catch { bad.append("\(error)") }
                }
                isOver.add()
            }
        }
        #expect(bad.elements == [])
        #expect(living.container.generations.count == 1)
        #expect(living.container.generations.first?.otherHolders == 0)
        let closed = living.log.elements.count { $0.hasPrefix("close work") }
        #expect(closed > 0)
    }

    @Test func scopesCloseOnceWhileOtherThreadsResolve() throws {
        let living = try Living(Self.script("a"))
        let bad = Collected<String>()
        for _ in 0..<repetitions(2_000, debug: 200) {
            let scope = try living.container.openScope("job")
            onThreads(3) { number in
                if number == 0 { return scope.close() }
                do {
                    let work = try scope.resolve("work", as: Station.self)
                    if work.next?.name != "a" { bad.append("torn") }
                } catch let error as ContainerError where error.code == .scopeNotOpen {
                } catch {
                    bad.append("\(error)")
                }
                if number == 1 { scope.close() }
            }
            if (try? scope.resolve("work", as: Station.self)) != nil { bad.append("found after the end") }
        }
        #expect(bad.elements == [])
        #expect(living.container.generations.first?.otherHolders == 0)
        #expect(living.log.elements.allSatisfy { $0 == "close work a" })
    }
}
