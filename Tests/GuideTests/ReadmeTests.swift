import Foundation
import Moonwire
import Testing

private final class Engine: Exposed, Sendable {
    let brand: String, cylinders: Int
    init(brand: String, cylinders: Int) { self.brand = brand; self.cylinders = cylinders }

    static let exposure = Exposure(Engine.self) {
        Initializer("brand", ExposedArgument("cylinders", default: 6), body: Engine.init)
    }
}

private final class Car: Exposed, Sendable {
    let engine: Engine, wheels: Int
    init(engine: Engine, wheels: Int) { self.engine = engine; self.wheels = wheels }

    static let exposure = Exposure(Car.self) {
        Initializer("engine", "wheels", body: Car.init)
    }
}

private final class Dashboard {
    @Injected var engine: Engine
    @Lazy var trips: [String]
}

/// Everything else that the README names.
private final class Part: Exposed, Sendable {
    let parts: [Part]

    init(parts: [Part]) { self.parts = parts }

    static let exposure = Exposure(Part.self) {
        Initializer { Part(parts: []) }
        Initializer("processors") { (parts: [Part]) in Part(parts: parts) }
        Initializer("inner", "log") { (inner: Part, log: Part) in Part(parts: [inner, log]) }
    }
}

/// The code of `README.md`, word for word.
@Suite struct ReadmeTests {
    private static let script = #"""
        parameters { brand = "INGENIUM" }

        service "engine" {
            type = "Engine",
            args = { brand = "%brand%" },
        }

        service "car" {
            type = "Car",
            args = { engine = ref "engine", wheels = 4 },
        }
        """#

    private let guide: Guide
    private let folder: Playground

    init() throws {
        guide = try Guide("README.md")
        folder = try Playground(["container.lua": Self.script])
    }

    private func container(_ more: String = "") throws -> Container {
        try Container(text: Self.script + "\n" + more, types: [Engine.self, Car.self], environment: .dev) { services in
            services.registerOwner(Dashboard.self)
        }
    }

    @Test func theProgram() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [folder = folder.path as String] in
            try enter(folder)
            synchronously {
                do {
                    let container = try Container(
                        scripts: ["container.lua"], types: [Engine.self, Car.self], environment: .dev)
                    let car = try container.resolve("car", as: Car.self)
                    print("\(car.wheels) wheels, \(car.engine.cylinders) cylinders by \(car.engine.brand)")
                } catch {
                    print(error)
                    exit(1)
                }
            }
        }
        #expect(try guide.output(1) == text(result?.standardOutputContent))
    }

    @Test func theMistake() throws {
        let error = #expect(throws: ContainerError.self) {
            try Container(
                text: Self.script.replacing(#"ref "engine""#, with: #"ref "engin""#),
                types: [Engine.self, Car.self], environment: .dev)
        }
        #expect(try guide.output(2) == error.map { "\($0)" })
    }

    @Test func moreWords() throws {
        let words = #"""
            service "toc"   { type = "Contents", tags = { { "page.processor", priority = 10 } } }
            service "press" { type = "Press", args = { processors = tagged "page.processor" } }

            decorate "writer" { type = "LoggingWriter", args = { inner = inner, log = ref "log" } }
            """#
        let container = try Container(
            text: words.replacing(/type = "\w+"/, with: #"type = "Part""#) + "\n"
                + #"""
                service "log" { type = "Part" }
                service "writer" { type = "Part" }
                """#, types: [Part.self], environment: .dev)
        #expect(try container.resolve("press", as: Part.self).parts.count == 1)
        #expect(try container.resolve("writer", as: Part.self).parts.count == 2)
    }

    @Test func watching() throws {
        let container = try Container(
            scripts: ["\(folder.path)/container.lua"], types: [Engine.self, Car.self], environment: .dev)
        let watch = try container.watch()  // edits to the script take effect while this is kept
        watch.cancel()
    }

    @Test func hooks() throws {
        let container = try container(
            #"""
            hook.created("car", function(car, info) print(info.id .. " is ready") end)
            """#)
        #expect(try container.resolve(Car.self).wheels == 4)
    }

    @MainActor @Test func slots() throws {
        let container = try container(
            #"""
            inject { slot = "Dashboard.engine", value = ref "engine" }
            """#)
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.engine.cylinders == 6 && dashboard.trips.isEmpty)
    }

    @Test func overrides() throws {
        let print = Printer()
        let container = try container()
        try container.withOverrides { services in
            services.override("engine") { _ in Engine(brand: "test", cylinders: 2) }
        } operation: {
            print(try container.resolve("car", as: Car.self).engine.brand)  // test
        }
        #expect(print.lines == ["test"])
    }
}
