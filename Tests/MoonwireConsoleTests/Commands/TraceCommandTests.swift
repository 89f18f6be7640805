import Foundation
import Moonwire
import MoonwireConsole
import Synchronization
import TestSupport
import Testing

@Suite struct TraceCommandTests {
    private static let script = """
        service "transport" { type = "Transport", args = { host = "localhost" } }
        service "mailer" { type = "Mailer", args = { transport = ref "transport" } }
        service "spare" { type = "Mailer", args = { transport = ref "transport" }, scope = "transient" }
        """

    /// Runs `trace`, whose clock advances by a millisecond each time it is read.
    private func trace(
        _ arguments: String..., register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Transcript {
        let folder = try Folder(["container.lua": Self.script])
        return Transcript(of: try console(folder, register), ["trace"] + arguments).without(folder.path + "/")
    }

    private func console(_ folder: Folder, _ register: (inout Registrations) throws -> Void) throws -> Console {
        let container = try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self], environment: .dev,
            register: register)
        let ticks = Ticks()
        let command = TraceCommand {
            container
        } record: {
            $0.recordBuilds { .milliseconds(ticks.next()) }
        }
        return Console(program: "Mail", commands: [command])
    }

    @Test func traceAwaitsAsynchronousServices() async throws {
        let folder = try Folder([
            "container.lua": "service \"mailer\" { type = \"Mailer\", args = { transport = ref \"transport\" } }"
        ])
        let console = try console(folder) { services in
            services.register("transport") { _ in
                await Task.yield()
                return Transport(host: "localhost", port: 25, security: .encrypted)
            }
            services.register("broken", file: "App.swift", line: 7) { _ async throws -> Transport in throw Stopped() }
        }
        let shown = await Transcript(awaiting: console, ["trace", "mailer", "broken"])
        #expect(
            shown.output == """
                       total           own  service
                    3.000 ms      2.000 ms  mailer
                    1.000 ms      1.000 ms    transport
                    1.000 ms      1.000 ms  broken (failed)
                                              App.swift:7: service "broken" could not be built: the clock stands still
                """)
        #expect(shown.status == .faults)
        let synchronous = Transcript(of: console, ["trace", "broken"])
        #expect(synchronous.status == .faults)
        #expect(await Transcript(awaiting: console, ["trace", "maler"]).status == .usage)
        #expect(await Transcript(awaiting: console, ["help"]).status == .clean)
    }

    @Test func traceBuildsEverythingThatIsNotTransient() throws {
        let trace = try trace()
        #expect(
            trace.output == """
                       total           own  service
                    1.000 ms      1.000 ms  transport
                    1.000 ms      1.000 ms  mailer
                """)
        #expect(trace.complaints.isEmpty)
        #expect(trace.status == .clean)
    }

    @Test func traceBuildsNamedServicesInTheirOrder() throws {
        #expect(
            try trace("spare", "mailer").output == """
                       total           own  service
                    3.000 ms      2.000 ms  spare
                    1.000 ms      1.000 ms    transport
                    1.000 ms      1.000 ms  mailer
                """)
    }

    @Test func traceInTheFormatOfChrome() throws {
        let output = try trace("mailer", "--format", "chrome").output
        #expect(output == (try golden("trace.json", recording: output)))
    }

    @Test func traceShowsFailuresAtTheirServices() throws {
        let register: (inout Registrations) throws -> Void = { services in
            services.register("clock", file: "App.swift", line: 7) { _ -> Int in throw Stopped() }
        }
        let shown = try trace("clock", register: register)
        #expect(
            shown.output == """
                       total           own  service
                    1.000 ms      1.000 ms  clock (failed)
                                              App.swift:7: service "clock" could not be built: the clock stands still
                """)
        #expect(shown.complaints.isEmpty)
        #expect(shown.status == .faults)
        let chrome = try trace("clock", "--format=chrome", register: register)
        #expect(chrome.complaints.contains("the clock stands still"))
        #expect(chrome.status == .faults)
    }

    @Test func traceOfAnUnknownServiceIsAUsageError() throws {
        let trace = try trace("maler")
        #expect(
            trace.complaints == """
                Mail trace: there is no service "maler"
                    did you mean "mailer"?
                    see Mail trace --help
                """)
        #expect(trace.output.isEmpty)
        #expect(trace.status == .usage)
    }

    @Test func traceReportsAMissingScript() {
        let command = TraceCommand { try Container(scripts: ["/nowhere/container.lua"], environment: .dev) }
        let trace = Transcript(of: Console(commands: [command]), ["trace"])
        #expect(
            trace.complaints == """
                error: script "/nowhere/container.lua" does not exist
                    there is no folder "/nowhere"
                """)
        #expect(trace.status == .faults)
    }

    @Test func helpOfTrace() throws {
        #expect(
            try trace("--help").output == """
                usage: Mail trace [OPTION…] [ID…]

                Builds the services with these ids, by default all except transient ones and those that the application supplies,
                and shows which service each was built for, how long it took, and how much of that time was its own. Instances
                that the container already holds are not built again. "waits for another build" is a wait for an instance that another
                thread or task was building, "task 2" a build beside others of the same service. `chrome` is for chrome://tracing and https://ui.perfetto.dev.

                  --format tree|chrome   the output format; tree by default
                  --output FILE          write into this file
                  --help                 show this help

                Example:
                  Mail trace --format chrome --output trace.json

                Exit status: 0 when there are no faults, 1 when there are, 2 when the arguments are not valid,
                3 when the result cannot be written.
                """)
    }

    @Test func traceWithoutContainerIsAUsageError() throws {
        for console in [Console(), Console(wiring: Console.Wiring(types: try mailingTypes()))] {
            let trace = Transcript(of: console, ["trace"])
            #expect(
                trace.complaints == """
                    moonwire: "trace" requires a container, which an application that mounts the commands supplies
                        see moonwire --help
                    """)
            #expect(trace.status == .usage)
        }
    }

    @Test func traceUsesTheContainerThatTheWiringMakes() throws {
        let folder = try Folder(["container.lua": Self.script])
        let wiring = Console.Wiring(makeContainer: {
            try Container(
                scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self], environment: .dev)
        })
        let trace = Transcript(of: Console(wiring: wiring), ["trace", "transport"])
        #expect(trace.output.hasSuffix("  transport"))
        #expect(trace.status == .clean)
    }
}

private struct Stopped: Error, CustomStringConvertible {
    var description: String { "the clock stands still" }
}

private final class Ticks: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
