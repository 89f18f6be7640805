import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// A build that began before a reload is handed on only if everything that it asked for is still current.
@Suite struct HandoverTests {
    /// What asks, and what an edit changes of it.
    enum Way: String, CaseIterable {
        case id, key, type, alias, tagged, count, parameter, variable, missing
        case transient, graph, function, recipe
        case created, resolved, parameterHook
        /// Nothing of what it asks for changes.
        case stable

        fileprivate func ask(_ asked: some Asked) throws -> String {
            switch self {
            case .id: try asked.station("leaf").name
            case .key: try asked.station(ServiceKey("leaf")).name
            case .type: try asked.sign().name
            case .alias: try asked.station("other").name
            case .tagged: try asked.stations("leaves").map(\.name).joined()
            case .count: "\(try asked.stations("counted").count)"
            case .parameter: "\(try asked.parameter("number", as: Int.self))"
            case .variable: try asked.parameter("town", as: String.self)
            case .missing: (try? asked.station("extra"))?.name ?? "none"
            case .transient: try asked.station("transient").next?.name ?? ""
            case .graph: try asked.station("graph").next?.name ?? ""
            case .function: try asked.string("function")
            case .created: try asked.station("created").name
            case .resolved: try asked.station("resolved").name
            case .parameterHook: "\(try asked.parameter("hooked", as: Int.self))"
            case .recipe: try asked.station("recipe").next?.next?.name ?? ""
            case .stable: try asked.station("stable").name
            }
        }
    }

    /// On which thread the factory asks; on its own also the container itself.
    enum Thread: CaseIterable {
        case own, other, task, container

        func run(_ body: @escaping @Sendable () throws -> String) throws -> String {
            let outcome = Lock<Result<String, any Error>?>(nil)
            let done = Gate()
            let work = { @Sendable in
                let result = Result { try body() }
                outcome.withLock { $0 = result }
                done.open()
            }
            switch self {
            case .own, .container: return try body()
            case .other: Foundation.Thread(block: work).start()
            case .task: Task(executorPreference: OwnThread()) { work() }
            }
            done.wait()
            return try #require(outcome.withLock { $0 }).get()
        }
    }

    /// When the reload happens.
    enum Moment: CaseIterable { case beforeAsking, afterAsking, afterBuilding }

    private static func text(_ number: Int) -> String {
        """
        parameters { number = \(number), town = "%env(TOWN)%" }
        service "leaf" { type = "Station", args = { name = "leaf \(number)" }, tags = { "leaves" } }
        service "stable" { type = "Station", args = { name = "stable" }, tags = { "counted" } }
        service "second" { type = "Station", args = { name = "second" } }
        service "sign" { type = "Sign", args = { name = "sign \(number)" } }
        service "recipe" {
            type = "Station", scope = "transient", args = { name = "recipe", next = ref "transient" },
        }
        service "transient" { type = "Station", scope = "transient", args = { name = "t", next = ref "leaf" } }
        service "graph" { type = "Station", scope = "graph", args = { name = "g", next = ref "leaf" } }
        service "function" { scope = "transient", factory = function(_, c) return "f" .. c.param "number" end }
        parameters { hooked = 1 }
        service "created" { type = "Station", scope = "transient", args = { name = "c" } }
        service "resolved" { type = "Station", args = { name = "r" } }
        hook.created("created", function() return Station { name = "created \(number)" } end)
        hook.resolved("resolved", function() return Station { name = "resolved \(number)" } end)
        hook.parameter("hooked", function(value) return value + \(number) end)
        alias "other" "\(number == 1 ? "leaf" : "second")"
        \(number == 1 ? "" : #"service "extra" { type = "Station", args = { name = "extra" }, tags = { "counted" } }"#)

        """
    }

    /// What it was told when it was made.
    private final class Top: Sendable {
        let answer: String
        let asked: Int

        init(_ answer: String, _ asked: Int) { (self.answer, self.asked) = (answer, asked) }
    }

    @Test(arguments: Way.allCases, Moment.allCases)
    func carriedOverInstancesEqualThoseOfAFreshLoad(way: Way, moment: Moment) throws {
        for thread in Thread.allCases { try check(way, moment, thread) }
    }

    private func check(_ way: Way, _ moment: Moment, _ thread: Thread) throws {
        let variables = Lock(["TOWN": "Leeds"])
        let builds = Counter()
        let late = Lock<Living?>(nil)
        let reload = { @Sendable in
            variables.withLock { $0["TOWN"] = "York" }
            guard let living = late.withLock({ $0 }) else { return }
            try living.reload(Self.text(2))
            // So that the new generation has instances of its own.
            onThreads(1) { _ in
                for id in ["leaf", "second", "extra"] { _ = try? living.station(id) }
                _ = try? living.container.resolve(Sign.self)
            }
        }
        let living = try Living(Self.text(1), variables: variables, types: [Sign.self]) { services in
            services.register("top") { resolver in
                let number = builds.add()
                if number == 1, moment == .beforeAsking { try reload() }
                let container = thread == .container ? late.withLock { $0 }?.container : nil
                let answer = try thread.run {
                    if let container { try way.ask(container) } else { try way.ask(resolver) }
                }
                if number == 1, moment == .afterAsking { try reload() }
                return Top(answer, number)
            }
        }
        late.withLock { $0 = living }
        defer { late.withLock { $0 = nil } }
        let first = try living.container.resolve("top", as: Top.self)
        let isOld = way == .variable && moment == .beforeAsking
        #expect(first.answer == (isOld ? "York" : try Self.fresh(way, Self.text(1), "Leeds")))
        if moment == .afterBuilding { try reload() }
        let second = try living.container.resolve("top", as: Top.self)
        #expect(second.answer == (try Self.fresh(way, Self.text(2), "York")), "\(way) \(moment) \(thread)")
        if way == .stable { #expect(first === second) }
    }

    private static func fresh(_ way: Way, _ text: String, _ town: String) throws -> String {
        let living = try Living(text, variables: Lock(["TOWN": town]), types: [Sign.self]) { services in
            services.register("top") { Top(try way.ask($0), 0) }
        }
        return try living.container.resolve("top", as: Top.self).answer
    }

    /// A thread of the new generation waits for the build of the old one, which turns out not to go on.
    @Test func threadBuildsAgainIfTheAwaitedBuildIsNotCarriedOver() throws {
        let (isInside, isReloaded, mayGo) = (Gate(), Gate(), Gate())
        let builds = Counter()
        let living = try Living(Self.text(1), variables: Lock(["TOWN": "Leeds"]), types: [Sign.self]) { services in
            services.register("top") { resolver in
                let number = builds.add()
                if number == 1 {
                    isInside.open()
                    mayGo.wait()
                }
                return Top(try resolver.resolve("leaf", as: Station.self).name, number)
            }
            services.register("asking") { resolver in
                mayGo.open()
                return Top(try resolver.resolve("top", as: Top.self).answer, 0)
            }
        }
        let answers = Collected<String>()
        onThreads(3) { number in
            do {
                switch number {
                case 0: answers.append("old " + (try living.container.resolve("top", as: Top.self)).answer)
                case 1:
                    isInside.wait()
                    try living.reload(Self.text(2))
                    isReloaded.open()
                default:
                    isReloaded.wait()
                    answers.append("new " + (try living.container.resolve("asking", as: Top.self)).answer)
                }
            } catch {
                Issue.record(error)
                for gate in [isInside, isReloaded, mayGo] { gate.open() }
            }
        }
        #expect(answers.elements.sorted() == ["new leaf 2", "old leaf 1"])
        #expect(builds.value == 2)
    }

    /// Services that a resolver resolves later are no dependencies, and belong to the generation that is current at that time.
    @Test func keptResolverUsesTheCurrentGeneration() throws {
        let kept = Lock<ServiceResolver?>(nil)
        let (isInside, mayGo) = (Gate(), Gate())
        let living = try Living(Self.text(1), variables: Lock(["TOWN": "Leeds"]), types: [Sign.self]) { services in
            services.register("top") { resolver in
                kept.withLock { $0 = resolver }
                return Top("", 0)
            }
            services.register("slow", scope: .transient) { resolver in
                isInside.open()
                mayGo.wait()
                return Top("", 0)
            }
        }
        let top = try living.container.resolve("top", as: Top.self)
        let resolver = try #require(kept.withLock { $0 })
        #expect(try resolver.resolve("leaf", as: Station.self).name == "leaf 1")
        onThreads(2) { number in
            do {
                if number == 0 {
                    _ = try living.container.resolve("slow", as: Top.self)
                } else {
                    // The old generation is not over.
                    isInside.wait()
                    defer { mayGo.open() }
                    try living.reload(Self.text(2))
                    #expect(try resolver.resolve("leaf", as: Station.self).name == "leaf 2")
                }
            } catch { Issue.record(error) }
        }
        #expect(top === (try living.container.resolve("top", as: Top.self)))
    }

    /// A transient service that another thread builds for a factory asks on behalf of that one.
    @Test(arguments: Thread.allCases)
    func dependencyResolvedOnAnotherThreadIsRecorded(thread: Thread) throws {
        let living = try Living(Self.text(1), variables: Lock(["TOWN": "Leeds"]), types: [Sign.self]) { services in
            services.register("middle", scope: .transient) { resolver in
                Top(try thread.run { try resolver.resolve("leaf", as: Station.self).name }, 0)
            }
            services.register("top") { resolver in
                Top(try thread.run { try resolver.resolve("middle", as: Top.self).answer }, 0)
            }
        }
        #expect(try living.container.resolve("top", as: Top.self).answer == "leaf 1")
        try living.reload(Self.text(2))
        #expect(try living.container.resolve("top", as: Top.self).answer == "leaf 2")
    }
}

/// Runs tasks apart from all others: the factory that waits for one may hold up a thread of the pool.
private final class OwnThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Foundation.Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }.start()
    }
}

/// What a factory can ask.
private protocol Asked: Sendable {
    func station(_ id: String) throws -> Station
    func station(_ key: ServiceKey<Station>) throws -> Station
    func stations(_ tag: String) throws -> [Station]
    func string(_ id: String) throws -> String
    func sign() throws -> Sign
    func parameter<T: Convertible>(_ name: String, as type: T.Type) throws -> T
}

extension ServiceResolver: Asked {
    func station(_ id: String) throws -> Station { try resolve(id) }
    func station(_ key: ServiceKey<Station>) throws -> Station { try resolve(key) }
    func stations(_ tag: String) throws -> [Station] { try tagged(tag) }
    func string(_ id: String) throws -> String { try resolve(id) }
    fileprivate func sign() throws -> Sign { try resolve(Sign.self) }
}

extension Container: Asked {
    func station(_ id: String) throws -> Station { try resolve(id) }
    func station(_ key: ServiceKey<Station>) throws -> Station { try resolve(key) }
    func stations(_ tag: String) throws -> [Station] { try tagged(tag) }
    func string(_ id: String) throws -> String { try resolve(id) }
    fileprivate func sign() throws -> Sign { try resolve(Sign.self) }
}

private final class Sign: Exposed, Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    static let exposure = Exposure(Sign.self) {
        Initializer("name") { Sign($0) }
    }
}
