import Foundation
import MoonwireCore
import TestSupport
import Testing

@Suite struct BuildTraceTests {
    private let trace = BuildTrace([
        BuildTrace.Event(
            id: "dealer", path: ["dealer"], parent: nil, start: .microseconds(250), duration: .microseconds(12_500)),
        BuildTrace.Event(
            id: "car", path: ["dealer", "car"], parent: 0, start: .milliseconds(1), duration: .milliseconds(10)),
        BuildTrace.Event(
            id: "engine", path: ["dealer", "car", "engine"], parent: 1, start: .milliseconds(2),
            duration: .milliseconds(3)),
        BuildTrace.Event(
            id: "clock", path: ["dealer", "clock"], parent: 0, start: .milliseconds(12), duration: .nanoseconds(600)),
    ])

    @Test func traceTreeShowsTheParentOfEachBuild() {
        #expect(
            trace.tree == """
                       total           own  service
                   12.500 ms      2.499 ms  dealer
                   10.000 ms      7.000 ms    car
                    3.000 ms      3.000 ms      engine
                    0.001 ms      0.001 ms    clock
                """)
    }

    @Test func traceTreeShowsFailuresWhereTheyBegan() {
        let trace = BuildTrace([
            BuildTrace.Event(
                id: "car", path: ["car"], parent: nil, start: .zero, duration: .milliseconds(2),
                error: "container.lua:3: no oil\n    needed by car -> engine"),
            BuildTrace.Event(
                id: "engine", path: ["car", "engine"], parent: 0, start: .zero, duration: .milliseconds(1),
                error: "container.lua:3: no oil\n    needed by car -> engine"),
        ])
        #expect(
            trace.tree == """
                       total           own  service
                    2.000 ms      1.000 ms  car (failed)
                    1.000 ms      1.000 ms    engine (failed)
                                                container.lua:3: no oil
                                                    needed by car -> engine
                """)
    }

    @Test func traceTreeShowsThreadsAndGenerationsIfThereAreSeveral() {
        let trace = BuildTrace([
            BuildTrace.Event(
                id: "engine", path: ["garage", "car", "engine"], parent: nil, start: .zero, duration: .milliseconds(1)),
            BuildTrace.Event(
                id: "car", path: ["car"], parent: nil, start: .zero, duration: nil, thread: 2, generation: 3),
        ])
        #expect(
            trace.tree == """
                       total           own  service
                    1.000 ms      1.000 ms  engine (needed by garage -> car, thread 1, generation 1)
                           …             …  car (not ended, thread 2, generation 3)
                """)
        #expect(BuildTrace([]).tree == "       total           own  service")
    }

    @Test func traceTreeShowsTasksAndWaits() {
        let trace = BuildTrace([
            BuildTrace.Event(
                id: "relay", path: ["relay"], parent: nil, start: .zero, duration: .milliseconds(10),
                isAsynchronous: true),
            BuildTrace.Event(
                id: "database", path: ["relay", "database"], parent: 0, start: .milliseconds(1),
                duration: .milliseconds(6), isAsynchronous: true),
            BuildTrace.Event(
                id: "queue", path: ["relay", "queue"], parent: 0, start: .milliseconds(2), duration: .milliseconds(7),
                thread: 2, isAsynchronous: true),
            BuildTrace.Event(
                .wait, id: "database", path: ["relay", "queue", "database"], parent: 2, start: .milliseconds(3),
                duration: .milliseconds(4), thread: 2, isAsynchronous: true),
            BuildTrace.Event(
                id: "log", path: ["relay", "queue", "log"], parent: 2, start: .milliseconds(8),
                duration: .milliseconds(1), thread: 3),
        ])
        #expect(
            trace.tree == """
                       total           own  service
                   10.000 ms      2.000 ms  relay (task 1)
                    6.000 ms      6.000 ms    database
                    7.000 ms      2.000 ms    queue (task 2)
                    4.000 ms      4.000 ms      database (waits for another build)
                    1.000 ms      1.000 ms      log
                """)
    }

    @Test func chromeEventsNameTasksAndWaits() throws {
        let json = try BuildTrace([
            BuildTrace.Event(
                id: "queue", path: ["queue"], parent: nil, start: .zero, duration: .milliseconds(7),
                isAsynchronous: true),
            BuildTrace.Event(
                .wait, id: "database", path: ["queue", "database"], parent: 0, start: .milliseconds(3),
                duration: .milliseconds(4), isAsynchronous: true),
        ]).chromeJSON
        for part in ["\"task 1\"", "\"wait for database\"", "\"cat\" : \"wait\""] { #expect(json.contains(part)) }
    }

    @Test func traceIsExportedAsChromeEvents() throws {
        let trace = BuildTrace([
            BuildTrace.Event(
                id: "car", path: ["car"], parent: nil, start: .microseconds(250), duration: .nanoseconds(1_500_500),
                error: "no oil"),
            BuildTrace.Event(
                id: "engine", path: ["car", "engine"], parent: 0, start: .milliseconds(1), duration: nil, thread: 2,
                generation: 4),
        ])
        let json = try trace.chromeJSON
        #expect(json == (try golden("chrome-trace.json", recording: json)))
    }
}
