import Foundation
import LuaRuntime
import Moonwire
import MoonwireConsole
import Testing

/// The code of `Documentation/Inspecting.md`, word for word; `examples/Garage` tests what the commands show.
@Suite struct InspectingGuideTests {
    @Test func aRunningContainer() throws {
        let container = try Container(
            text: #"service "a_spark_plug_factory" (function() return 1 end)"#, environment: .dev)
        _ = try container.resolve("a_spark_plug_factory", as: Int.self)
        for instance in container.instances { print(instance.id, instance.date, instance.path) }
        let console = Console(wiring: Console.Wiring(container: container))
        _ = console.run(["explain", "a_spark_plug_factory"])
        #expect(container.instances.map(\.id) == ["a_spark_plug_factory"])
    }

    /// Compiled only: `MeasuredFunctionTests` check the counts.
    private func functionsOfScripts() throws {
        let metrics = FunctionMetrics()
        let container = try Container(scripts: ["container.lua"], environment: .prod) { services in
            services.measureFunctions(with: metrics)
        }
        for function in metrics.functions { print(function.location, function.calls, function.time) }
        withExtendedLifetime(container) {}
    }

    @Test func logsMetricsAndTraces() throws {
        let container = try Container(text: #"scopes { "request" }"#, environment: .dev)
        struct SlowBuilds: ContainerObserver {
            func buildEnded(_ build: ObservedBuild, _ span: Void, after duration: Duration, error: (any Error)?) {
                if duration > .milliseconds(200) { print(build.path, duration) }
            }
        }

        container.addObserver(SlowBuilds())
        try container.withScope("request") {
            $0.metadata["request"] = "a81f"
        } operation: {
            print(container.taskContext)  // generation=1 scope=request request=a81f
        }
    }

    /// Compiled only: `AttachTests` ask through sockets of their own.
    private func fromAnotherProcess(_ container: Container) throws {
        let attachment = try container.attachable(at: "relay.sock")
        attachment.cancel()
    }
}
