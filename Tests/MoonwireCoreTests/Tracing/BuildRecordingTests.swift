import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite struct BuildRecordingTests {
    /// A recording whose clock advances by a millisecond each time it is read.
    private func recording(of container: Container) -> BuildRecording {
        let ticks = Counter()
        return container.recordBuilds { .milliseconds(ticks.add()) }
    }

    @Test func everyBuildIsRecordedWithItsParent() throws {
        let container = try Wiring(
            service("car", "Car", ["engine": ref("engine")]),
            service("engine", "Engine", ["brand": "Ingenium"], scope: .transient)
        ).container()
        let recording = recording(of: container)
        try container.build("car")
        try container.build("engine")
        let events = recording.finish().events
        #expect(
            events == [
                BuildTrace.Event(
                    id: "car", path: ["car"], parent: nil, start: .milliseconds(1), duration: .milliseconds(3)),
                BuildTrace.Event(
                    id: "engine", path: ["car", "engine"], parent: 0, start: .milliseconds(2),
                    duration: .milliseconds(1)),
                BuildTrace.Event(
                    id: "engine", path: ["engine"], parent: nil, start: .milliseconds(5), duration: .milliseconds(1)),
            ])
    }

    @Test func hitsAreNotRecordedAsBuilds() throws {
        let container = try Wiring(service("engine", "Engine", ["brand": "Ingenium"])).container()
        let recording = recording(of: container)
        for _ in 0..<3 { try container.build("engine") }
        #expect(recording.finish().events.map(\.id) == ["engine"])
    }

    @Test func inlineServicesHaveNoIdOfTheirOwn() throws {
        let engine = service("", "Engine", ["brand": "Ingenium"])
        let container = try Wiring(service("car", "Car", ["engine": .inline(engine)])).container()
        let recording = recording(of: container)
        try container.build("car")
        #expect(recording.finish().events.map(\.path) == [["car"], ["car", "inline"]])
    }

    @Test func failedBuildIsRecordedWithItsError() throws {
        var wiring = Wiring(service("car", "Car", ["engine": ref("engine")]))
        wiring.services.register("engine", file: "App.swift", line: 3) { _ -> Engine in
            throw Breakdown(reason: "no oil")
        }
        let container = try wiring.container()
        let recording = recording(of: container)
        let error = message { try container.build("car") }
        #expect(recording.finish().events.map(\.error) == [error, error])
        #expect(error?.contains("no oil") == true)
    }

    @Test func onlyWhatIsBuiltBetweenStartAndFinishIsRecorded() throws {
        let container = try Wiring(service("engine", "Engine", ["brand": "Ingenium"], scope: .transient)).container()
        try container.build("engine")
        let recording = recording(of: container)
        try container.build("engine")
        let trace = recording.finish()
        try container.build("engine")
        #expect(trace.events.count == 1)
        #expect(recording.finish() == trace)
    }

    @Test func recordingsOfTheSameContainerDoNotDisturbEachOther() throws {
        let container = try Wiring(service("engine", "Engine", ["brand": "Ingenium"], scope: .transient)).container()
        let long = recording(of: container)
        try container.build("engine")
        let short = recording(of: container)
        try container.build("engine")
        #expect(short.finish().events.count == 1)
        try container.build("engine")
        #expect(long.finish().events.count == 3)
    }

    @Test func releasedRecordingEnds() throws {
        let container = try Wiring(service("engine", "Engine", ["brand": "Ingenium"], scope: .transient)).container()
        let looks = Counter()
        do {
            _ = container.recordBuilds { .milliseconds(looks.add()) }
        }
        try container.build("engine")
        #expect(looks.value == 0)
    }

    @Test func buildUnderWayHasNoDurationYet() throws {
        let parts = Collected<BuildTrace>()
        let open = Collected<BuildRecording>()
        var wiring = Wiring(service("car", "Car", ["engine": ref("engine")]))
        wiring.services.register("engine") { _ in
            for recording in open.elements { parts.append(recording.finish()) }
            return Engine(brand: "Ingenium", cylinders: 4)
        }
        let container = try wiring.container()
        open.append(recording(of: container))
        try container.build("car")
        #expect(parts.elements.map { $0.events.map(\.duration) } == [[nil, nil]])
        #expect(open.elements[0].finish() == parts.elements[0])
    }

    @Test func buildOfAnOverrideIsRecordedInAnotherGeneration() throws {
        let container = try Wiring(service("engine", "Engine", ["brand": "Ingenium"], scope: .transient)).container()
        let recording = recording(of: container)
        try container.build("engine")
        try container.withOverrides {
            $0.override("engine") { _ in Engine(brand: "test", cylinders: 2) }
        } operation: {
            try container.build("engine")
        }
        #expect(recording.finish().events.map(\.generation) == [1, 2])
    }

    @Test func threadsAreNumberedAsTheyAppearAndKeepTheirPartsApart() throws {
        let container = try Wiring(
            service("car", "Car", ["engine": ref("engine")], scope: .transient),
            service("engine", "Engine", ["brand": "Ingenium"], scope: .transient)
        ).container()
        let recording = container.recordBuilds()
        onThreads(8) { _ in
            for _ in 0..<100 { try? container.build("car") }
        }
        let events = recording.finish().events
        #expect(events.count == 1600)
        #expect(Set(events.map(\.thread)) == Set(1...8))
        for event in events where event.id == "engine" {
            let parent = event.parent.map { events[$0] }
            #expect(parent?.id == "car")
            #expect(parent?.thread == event.thread)
        }
        #expect(events.allSatisfy { $0.duration.map { $0 >= .zero } ?? false })
    }

    @Test func servicesThatCanBeBuiltAloneAreListed() throws {
        var wiring = Wiring(
            service("car", "Car", ["engine": ref("motor")]), alias("motor", of: "engine"),
            service("engine", "Engine", ["brand": "Ingenium"], scope: .weak),
            service("point", "Point", ["x": 1, "y": 2], scope: .transient),
            service("given", .synthetic(type: "Engine")))
        wiring.services.register("clock") { _ in 12 }
        #expect(try wiring.container().buildableIDs == ["clock", "car", "engine"])
    }
}
