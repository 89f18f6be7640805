import Foundation
import GarageParts
import Moonwire
import MoonwireConsole
import Synchronization
import Testing

/// The console of a running garage.
@Suite struct InspectTests {
    private let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../container.lua")
        .standardized.path
    private let container: Container

    init() throws {
        container = try Garage.container(scripts: [script])
    }

    private func run(_ arguments: String...) -> String {
        let written = Mutex("")
        let output = Console.Output { line in
            written.withLock { $0 += line + "\n" }
        } standardError: { _ in
        }
        _ = Console(wiring: Console.Wiring(container: container)).run(arguments, output: output)
        return written.withLock { $0 }.replacing(script, with: "container.lua")
            .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
    }

    @Test func theListKnowsWhatFactoriesMake() {
        #expect(
            run("list") == """
                a_spark_plug_factory   EngineSparkPlugFactory   shared      container.lua:19
                car_factory            CarFactory               shared      container.lua:12
                dealer                 Dealer                   shared      container.lua:33
                engine_factory         EngineFactory            shared      container.lua:14
                ingenium               Engine                   transient   container.lua:21
                jaguar                 Car                      transient   container.lua:27

                """)
    }

    @Test func anInstanceTellsBecauseOfWhomItWasBuilt() throws {
        _ = try container.resolve(.jaguar)
        #expect(
            run("explain", "a_spark_plug_factory") == """
                service "a_spark_plug_factory"
                  defined    container.lua:19
                  built by   initializer of EngineSparkPlugFactory
                  type       EngineSparkPlugFactory
                  scope      shared
                  instance   built at TIME, for jaguar -> ingenium -> engine_factory

                  needed by
                    engine_factory   argument "sparkPlugFactory"   container.lua:16

                """)
        #expect(run("explain", "dealer").contains("  instance   not built yet\n"))
    }

    @Test func parametersAreAsTheApplicationSetThem() throws {
        try container.setParameter("showroom", to: "open", file: "main.swift", line: 16)
        #expect(
            run("parameters", "--name", "showroom") == """
                showroom   "open"   main.swift:16
                                    replaces container.lua:9

                """)
    }
}
