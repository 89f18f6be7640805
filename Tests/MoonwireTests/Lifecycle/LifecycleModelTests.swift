import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Random services start, are replaced, fail, and end, in the order that their dependencies demand.
@Suite(.timeLimit(.minutes(10))) struct LifecycleModelTests {
    /// Services that only need those before them.
    private struct Model {
        struct Part {
            let inlets: [Int]
            let start: String?
            let stop: String?
        }

        let parts: [Part]

        /// A reload rebuilds the services that have functions.
        init(seed: Int, count: Int, failing: Int? = nil, functions: Bool = true) {
            var random = Dice(seed)
            let starts = [nil, #""connect""#] + (functions ? [#"function(boiler) boiler:note("begin") end"#] : [])
            let stops = [nil, #""close""#, #""shut""#]
            parts = (0..<count).map { number in
                let inlets = (0..<number).filter { _ in random.once(in: 3) }
                return Part(
                    inlets: inlets, start: number == failing ? #""leak""# : starts[random.below(starts.count)],
                    stop: stops[random.below(stops.count)])
            }
        }

        /// `name` is that of the instances of the last service.
        func text(_ name: String) -> String {
            parts.enumerated().map { number, part in
                let rest = [
                    "eager = true", part.start.map { "start = \($0)" }, part.stop.map { "stop = \($0)" },
                ]
                .compactMap(\.self)
                let text = Boiler.service(
                    "s\(number)", of: part.inlets.map { "s\($0)" }, rest.joined(separator: ", "))
                return number == parts.count - 1
                    ? text.replacing("name = \"s\(number)\"", with: "name = \"\(name)\"") : text
            }.joined()
        }

        /// Whether a service is built from another one.
        func needs(_ user: Int, _ used: Int) -> Bool {
            parts[user].inlets.contains { $0 == used || needs($0, used) }
        }

        /// What contradicts the order of dependencies in the lines that the instances wrote.
        func contradictions(in lines: [String]) -> [String] {
            var found: [String] = []
            func place(_ words: [String], _ number: Int) -> Int? {
                lines.firstIndex { words.contains(String($0.prefix { $0 != " " })) && $0.hasSuffix(" s\(number)") }
            }
            for user in parts.indices {
                let stops = lines.count { ["close s\(user)", "shut s\(user)"].contains($0) }
                let isBuilt = place(["build"], user) != nil
                if stops != (isBuilt && parts[user].stop != nil ? 1 : 0) {
                    found.append("s\(user) stopped \(stops) times")
                }
                for used in parts.indices where needs(user, used) {
                    if let build = place(["build"], user), parts[used].start != nil,
                        !(place(["connect", "begin"], used).map { $0 < build } ?? false)
                    {
                        found.append("s\(user) was built before s\(used) had started")
                    }
                    if let one = place(["close", "shut"], user), let other = place(["close", "shut"], used),
                        other < one
                    {
                        found.append("s\(used) was stopped before s\(user)")
                    }
                }
            }
            return found
        }
    }

    @Test(arguments: 0..<60) func instancesStartAndStopInOrder(_ seed: Int) async throws {
        let model = Model(seed: seed, count: 2 + seed % 7)
        let last = model.parts.count - 1
        let living = try Living(boilers: model.text("s\(last)"))
        try await living.container.start()
        #expect(living.log.elements.count { $0.hasPrefix("build") } == model.parts.count)
        #expect(await living.container.shutdownGracefully() == [])
        #expect(model.contradictions(in: living.log.elements) == [], "\(model.text("last")) \(living.log.elements)")
    }

    /// Each service of each model fails once; what was built is stopped.
    @Test(arguments: 0..<12) func startThatFailsAnywhereStopsWhatWasBuilt(_ seed: Int) async throws {
        let count = 2 + seed % 5
        for failing in 0..<count {
            let model = Model(seed: seed, count: count, failing: failing)
            let living = try Living(boilers: model.text("s\(count - 1)"))
            let error = await #expect(throws: ContainerError.self) { try await living.container.start() }
            #expect(error?.diagnostics.map(\.code) == [.startFailed])
            #expect(
                error?.diagnostics.first?.message
                    == "service \"s\(failing)\" could not be started: it leaks")
            let faults = model.contradictions(in: living.log.elements)
            #expect(faults == [], "\(model.text("last")) \(living.log.elements)")
            #expect(living.container.generations == [])
        }
    }

    /// A shutdown at any time: all instances that were built are stopped, in order, whatever was in progress.
    @Test(arguments: 0..<60) func shutdownDuringAStartStopsWhatWasBuilt(_ seed: Int) async throws {
        let model = Model(seed: seed, count: 8)
        let living = try Living(boilers: model.text("s7"))
        let start = Task { try await living.container.start() }
        for _ in 0..<(seed * 3) { await Task.yield() }
        #expect(await living.container.shutdownGracefully() == [])
        _ = await start.result
        let faults = model.contradictions(in: living.log.elements)
        #expect(faults == [], "\(model.text("last")) \(living.log.elements)")
        #expect(living.container.generations == [])
    }

    /// A reload at any time rebuilds the last service alone, whose instances both start and stop.
    @Test(arguments: 0..<40) func reloadDuringAStartStartsTheNewInstance(_ seed: Int) async throws {
        let model = Model(seed: seed, count: 5, functions: false)
        let living = try Living(boilers: model.text("s4"))
        let start = Task { try await living.container.start() }
        for _ in 0..<(seed * 3) { await Task.yield() }
        try living.reload(model.text("new"))
        try await start.value
        try await living.container.start()
        #expect(await living.container.shutdownGracefully() == [])
        let lines = living.log.elements.filter { !$0.hasSuffix(" new") }
        #expect(model.contradictions(in: lines) == [], "\(model.text("new")) \(living.log.elements)")
        let new = living.log.elements.filter { $0.hasSuffix(" new") }
        let steps = 1 + (model.parts[4].start == nil ? 0 : 1) + (model.parts[4].stop == nil ? 0 : 1)
        #expect(new.count == steps, "\(new)")
    }
}
