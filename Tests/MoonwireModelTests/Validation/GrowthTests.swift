import ModelFixtures
import MoonwireModel
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// Sizes at which only work that grows with them in proportion comes to an end.
@Suite struct GrowthTests {
    private let many = 20_000

    private func graph(_ definitions: [Definition], decorators: [Decorator] = []) throws -> DefinitionGraph {
        var layer = Layer(name: "test.lua")
        layer.definitions = definitions
        layer.decorators = decorators
        return DefinitionGraph(layers: [layer], types: try GarageManifest.types(), variables: .process)
    }

    /// A load asks for so much and no more, however many names are missing.
    @Test func effortForSuggestionsOfALoadIsBounded() {
        let names = KnownNames(effort: 20_000) { (0..<1_000).map { "service\($0)" } }
        var answered = 0
        for number in 0..<1_000 where !names.nearest(to: "servise\(number)").isEmpty { answered += 1 }
        #expect(names.effort == 0)
        #expect((5..<100).contains(answered))
    }

    @Test func namesAreNotListedAfterTheEffortIsSpent() {
        let names = KnownNames(effort: 0) {
            Issue.record("the names are listed")
            return ["mailer"]
        }
        #expect(names.nearest(to: "mailr").isEmpty && names.nearest(toMember: "mailr.host").isEmpty)
    }

    /// A load that takes long, as on a busy machine, has no more effort than a short one.
    @Test func effortForSuggestionsOfALoadIsNotRestored() {
        let graph = DefinitionGraph(layers: [Layer(name: "test.lua")], types: nil, variables: .process)
        let (services, parameters, types) = (graph.names.services, graph.names.parameters, graph.names.types)
        #expect([services, parameters, types].allSatisfy { !$0.isForRunning })
        #expect(!KnownNames { [] }.isForRunning)
    }

    /// While a container runs, what is spent comes back, and never more than there was at the beginning.
    @Test func effortForSuggestionsIsRestoredWithTime() {
        let time = Lock(ContinuousClock.now)
        let names = KnownNames(effort: 20_000, now: { time.withLock { $0 } }) { (0..<1_000).map { "service\($0)" } }
        var asked = 0
        func answers(_ questions: Int) -> Int {
            (0..<questions).count { _ in
                asked += 1
                return !names.nearest(to: "servise\(asked)").isEmpty
            }
        }
        #expect((5..<100).contains(answers(5_000)))
        for _ in 0..<3 {
            #expect(answers(5_000) == 0)
            time.withLock { $0 += .seconds(1_000_000_000) }
            #expect((5..<100).contains(answers(5_000)))
        }
        // Effort comes back during a loop, too, although little time passes between its lookups.
        let loop = (0..<200_000).count { _ in
            time.withLock { $0 += .microseconds(5) }
            return answers(1) > 0
        }
        #expect((5..<500).contains(loop))
    }

    /// Names of which none contains another cost what was compared to find that out.
    @Test func effortForSubstringSearchIsBounded() {
        let (long, short) = (String(repeating: "a", count: 184), String(repeating: "a", count: 96))
        let names = KnownNames { (0..<1_000).map { "c\(long)0123456789\($0)" } }
        for number in 0..<20 { #expect(names.nearest(to: "\(short)c\(number)").isEmpty) }
        #expect(names.effort == 0)
    }

    @Test func suggestionsOfAMissingNameAreCached() {
        let names = KnownNames { ["mailer"] }
        #expect(names.nearest(to: "mailr") == ["mailer"])
        let left = names.effort
        #expect(names.nearest(to: "mailr") == ["mailer"])
        #expect(names.effort == left)
        #expect(names.nearest(to: "mailr", askedBy: "mailer") == [])
    }

    @Test func faultsOfALoadShareTheEffortForSuggestions() throws {
        let count = 2_000
        let definitions = (0..<count).map { service("s\($0)", "Car", ["engine": ref("engin\($0)")], line: $0) }
        let graph = try graph(definitions)
        let faults = Validation.check(graph).filter { $0.code == .unknownService }
        #expect(faults.count == count)
        #expect(graph.names.services.effort < KnownNames.effortOfOneLoad)
    }

    /// Following the whole chain for each decorator takes longer than the limit.
    @Test(.timeLimit(.minutes(10)), arguments: [false, true]) func decoratorsOfBrokenAliasChainsAreCheckedQuickly(
        isCircle: Bool
    )
        throws
    {
        let chain = (0..<many).map { alias("a\($0)", of: "a\(isCircle ? ($0 + 1) % many : $0 + 1)", line: 1) }
        let decorators = (0..<many).map { Decorator(of: "a\($0 % 10)", service("", "Car", line: $0)) }
        let faults = Validation.check(try graph(chain, decorators: decorators))
        #expect(faults.map(\.code).contains(isCircle ? .aliasCycle : .unknownService))
        #expect(!faults.map(\.code).contains(.invalidDecorator))
    }

    @Test(.timeLimit(.minutes(10))) func longCycleOfAliasesIsOneFault() throws {
        let many = 100_000
        let faults = Validation.check(try graph((0..<many).map { alias("a\($0)", of: "a\(($0 + 1) % many)", line: 1) }))
        #expect(faults.map(\.code) == [.aliasCycle])
        let message = try #require(faults.first?.message)
        #expect(message.contains("a0 -> a1 -> a2 -> a3 -> a4 -> a5 -> a6 -> a7 -> a8 -> a9 -> … "))
        #expect(message.utf8.count < 300)
    }

    /// Each inherits from the one behind it, on a stack that holds no recursion.
    @Test func longChainOfParentsDoesNotOverflow() throws {
        let children = (0..<5_000).map { number in
            var child = Definition(id: "h\(number)", origin: Origin(at(number)), construction: .synthetic(type: nil))
            child.inheritance = DefinitionInheritance(parent: ServiceReference("h\(number + 1)"), isAbstract: false)
            return child
        }
        let first = service("h5000", "Engine", ["brand": "E"])
        let outcome = Collected<Int>()
        let thread = TestThread(stack: 512 << 10) { [self] in
            var whole = first
            whole.written = .construction
            outcome.append((try? graph(children + [whole])).map { Validation.check($0).count } ?? -1)
        }
        thread.join()
        #expect(outcome.elements == [0])
    }

    @Test func decoratorsOfOneServiceAreLimited() throws {
        let decorator = service("", "Car", ["engine": .placeholder(.inner)], line: 7)
        var whole = decorator
        whole.hasPlaceholders = true
        let graph = try graph(
            [service("car", "Engine", ["brand": "E"])],
            decorators: (0..<1_001).map { _ in Decorator(of: "car", whole) })
        #expect(
            Validation.check(graph).filter { $0.code == .invalidDecorator }.map(\.description) == [
                "test.lua:7: service \"car\" has more than 1000 decorators"
            ])
        #expect(Inspection(graph).services.count == 1_001)
    }

    /// Work for each pair of them takes longer than the limit.
    @Test(.timeLimit(.minutes(10))) func manyRulesForOneSlotAreCheckedQuickly() throws {
        let rules = (0..<200_000).map { inject(.type("Engine", owner: nil), ref("engine"), line: $0) }
        var layer = Layer(name: "test.lua")
        layer.definitions = [service("engine", "Engine", ["brand": "E"]), service("dashboard", "Dashboard")]
        layer.rules = rules
        let graph = DefinitionGraph(
            layers: [layer], types: try GarageManifest.types(), variables: .process)
        let slots = Inspection(graph).rules.flatMap(\.slots)
        #expect(slots.count >= rules.count)
        #expect(slots.last { $0.slot == "Dashboard.engine" }?.decides == true)
        #expect(slots.count { $0.slot == "Dashboard.engine" && $0.decides } == 1)
    }

    /// Looking at each service for each hook takes longer than the limit.
    @Test(.timeLimit(.minutes(10))) func manyHooksForManyServicesAreCheckedQuickly() throws {
        var layer = Layer(name: "test.lua")
        layer.definitions = (0..<many).map { number in
            var engine = service("s\(number)", "Engine", ["brand": "E"], line: number)
            engine.tags = [ServiceTag("t\(number)")]
            return engine
        }
        layer.hooks = (0..<3_000).map { (number: Int) in hook(.created, "tag:none\(number)", line: number) }
        let graph = DefinitionGraph(layers: [layer], types: try GarageManifest.types(), variables: .process)
        #expect(Validation.check(graph).count == layer.hooks.count)
        #expect(Inspection(graph).services.flatMap(\.hooks).isEmpty)
    }

    /// Each level would have the names of all levels, which are longer the deeper they are.
    @Test func manyDecoratorsOfAServiceShareTheirNames() throws {
        var whole = service("", "Car", ["engine": .placeholder(.inner)], line: 7)
        whole.hasPlaceholders = true
        let graph = try graph(
            [service("car", "Engine", ["brand": "E"])], decorators: (0..<1_000).map { _ in Decorator(of: "car", whole) }
        )
        let decorations = Inspection(graph).services.map(\.decoration)
        #expect(decorations.count == 1_001)
        #expect(decorations.filter { $0.count != 1_001 }.isEmpty)
        let places = Set(decorations.map { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } })
        #expect(places.count == 1)
    }

    /// Each holds an instance that other threads may not have, and is held by the one before it.
    @Test func longChainOfHoldersIsCheckedQuickly() throws {
        let chain = (0..<many).flatMap { number in
            [
                service("confined\(number)", "Vehicle", scope: .graph),
                service(
                    "s\(number)", "Fleet",
                    ["engines": .list([ref("confined\(number)")]), "drivers": .list([ref("s\(number + 1)")])]),
            ]
        }
        let graph = try graph(chain + [service("s\(many)", "Fleet")])
        #expect(Validation.check(graph).allSatisfy { $0.code != .sharedGraphInstance })
    }

    /// Two chains of shared services: the first of each holds all instances.
    private func twoChains(above instances: Int, length: Int) -> [Definition] {
        let confined = (0..<instances).map { service("confined\($0)", "Vehicle", scope: .graph, line: $0 + 1) }
        let all = confined.map { ref($0.id) }
        return confined
            + ["a", "b"].flatMap { name in
                (0..<length).map { number in
                    service(
                        "\(name)\(number)", "Fleet",
                        number == 0 ? ["engines": .list(all)] : ["drivers": .list([ref("\(name)\(number - 1)")])])
                }
            }
    }

    /// Climbing from each instance to the ends of the chains takes longer than the limit.
    @Test(.timeLimit(.minutes(10))) func instancesBelowTwoChainsOfHoldersAreCheckedQuickly() throws {
        let few = Validation.check(try graph(twoChains(above: 100, length: 100)))
        #expect(few.allSatisfy { $0.code != .sharedGraphInstance && $0.code != .limitExceeded })
        let faults = Validation.check(try graph(twoChains(above: many, length: many))).filter {
            $0.code == .limitExceeded
        }
        let fault = try #require(faults.first)
        #expect(faults.count == 1)
        let number = try #require(fault.location?.line) - 1
        #expect(number > 500)
        #expect(
            fault.description == """
                test.lua:\(number + 1): service "confined\(number)": so many services are built with it that the ones that \
                share an instance cannot be determined, and Vehicle is not Sendable
                    use scope "transient", or make Vehicle Sendable
                """)
    }

    @Test func pathsToSharedInstancesAreCut() throws {
        let top = service("top", "Fleet", ["drivers": .list([ref("a99"), ref("b99")])])
        let faults = Validation.check(try graph(twoChains(above: 3, length: 100) + [top]))
            .filter { $0.code == .sharedGraphInstance }
        #expect(faults.count == 3)
        for hint in faults.flatMap({ $0.hints.prefix(2) }) {
            #expect(hint.contains(" -> … 82 more … -> "))
            #expect(hint.hasPrefix("top -> "))
        }
    }

    @Test func pathsOfFaultsAreCut() throws {
        let chain = (0..<2_000).map {
            service("s\($0)", "Car", ["engine": ref("s\($0 + 1)"), "trailer": ref("missing")], line: $0)
        }
        let faults = Validation.check(try graph(chain + [service("s2000", "Engine", ["brand": "E"])]))
            .filter { $0.code == .unknownService }
        #expect(faults.count == 2_000)
        #expect(faults.allSatisfy { $0.path.count <= 21 })
        #expect(faults.last?.path.first == "…")
        #expect(faults.last?.path.last == "s1999")
    }

    @Test func cycleWithManyPathsIsOneFault() throws {
        let hub = service("hub", "Fleet", ["engines": .list((0..<50).map { ref("member\($0)") })], line: 1)
        let members = (0..<50).map { service("member\($0)", "Car", ["engine": ref("hub")], line: $0 + 2) }
        let faults = Validation.check(try graph([hub] + members)).filter { $0.code == .serviceCycle }
        #expect(
            faults.map(\.description) == [
                """
                test.lua:1: service "hub" depends on itself: hub -> member0 -> hub
                    49 more services take part in cycles with these
                    `lazy` or `provider` instead of `ref` breaks a cycle
                """
            ])
    }

    @Test func separateCyclesAreSeparateFaults() throws {
        let faults = Validation.check(
            try graph([
                service("a", "Car", ["engine": ref("b")], line: 1), service("b", "Car", ["engine": ref("a")], line: 2),
                service("c", "Car", ["engine": ref("c")], line: 3),
            ])
        ).filter { $0.code == .serviceCycle }
        #expect(faults.map(\.location?.line) == [1, 3])
    }
}
