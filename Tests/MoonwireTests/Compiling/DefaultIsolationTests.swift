import Foundation
import TestSupport
import Testing

/// Programs whose module belongs to the main actor by default, as new applications do.
@Suite(.timeLimit(.minutes(5))) struct DefaultIsolationTests {
    /// The flags that Xcode and SwiftPM use for such modules.
    static let modes = [[], ["-default-isolation", "MainActor"]]

    @Test(arguments: modes) func theReadmesProgramCompiles(_ flags: [String]) throws {
        let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
        let blocks = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        let program = try #require(blocks.first { $0.contains("import Moonwire") })
        #expect(try Typecheck(flags, isScript: true).errors(in: program) == [])
    }

    @Test(arguments: modes) func typesAreExposedInTheirDeclarations(_ flags: [String]) throws {
        let program = """
            import Moonwire

            final class Engine: Exposed, Sendable {
                let brand: String, cylinders: Int

                init(brand: String, cylinders: Int) {
                    self.brand = brand
                    self.cylinders = cylinders
                }

                func start(gear: Int) -> Bool { gear > 0 }

                static let exposure = Exposure(Engine.self) {
                    Initializer("brand", ExposedArgument("cylinders", default: 4), body: Engine.init)
                    Initializer("name") { Engine(brand: $0, cylinders: 8) }
                    Property("brand", \\.brand)
                    Method("start", Engine.start, "gear")
                    for name in ["sport", "family"] { StaticMethod(name) { Engine(brand: name, cylinders: 4) } }
                    if isDetailed { Property("cylinders", \\.cylinders) } else { Provides { $0 as any Sendable } }
                }
            }

            nonisolated let isDetailed = true

            struct Point: Exposed {
                var x: Int

                static let exposure = Exposure(Point.self) {
                    Initializer("x", body: Point.init)
                    Property("x", \\.x)
                }
            }

            class Car: Exposed, @unchecked Sendable {  // Subclasses have no state.
                class var exposure: Exposure { Exposure(Car.self) { Initializer { Car() } } }
            }

            func wire() throws -> Container {
                try Container(scripts: ["container.lua"], types: [Engine.self, Point.self, Car.self], environment: .test) {
                    $0.register("engine") { _ in Engine(brand: "V8", cylinders: 8) }
                }
            }
            """
        #expect(try Typecheck(flags).errors(in: program) == [])
    }

    @Test func extensionsOfNonisolatedTypesAreNonisolated() throws {
        #expect(try errors("nonisolated ", "nonisolated ") == [])
    }

    /// The container builds services on any thread, which a type of the main actor does not allow.
    @Test func typesOfTheMainActorAreRefused() throws {
        #expect(
            try errors("", "").contains {
                $0.contains("conformance of 'Engine' to protocol 'Exposed' crosses into main actor")
            })
    }

    private func errors(_ type: String, _ conformance: String) throws -> [String] {
        let program = """
            import Moonwire

            \(type)final class Engine: Sendable {
                let brand: String

                init(brand: String) {
                    self.brand = brand
                }
            }

            \(conformance)extension Engine: Exposed {
                static let exposure = Exposure(Engine.self) {
                    Initializer("brand", body: Engine.init)
                    Property("brand", \\.brand)
                }
            }
            """
        return try Typecheck(["-default-isolation", "MainActor"]).errors(in: program)
    }
}
