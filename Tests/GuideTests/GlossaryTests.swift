#if compiler(>=6.3) && compiler(<6.4)
    import Foundation
    import Testing

    /// The messages of the compiler that `Documentation/ExposingTypes.md` lists are those of this compiler.
    @Suite(.timeLimit(.minutes(5))) struct GlossaryTests {
        private static let mistakes = """
            import Moonwire

            protocol Notifying {}

            final class Engine: Exposed, Sendable {
                init(brand: String, cylinders: Int) {}
                static let exposure = Exposure(Engine.self) {
                    Initializer("brand", body: Engine.init)
                }
            }

            final class Horn: Exposed, Sendable {}

            func labels() {
                _ = Initializer<Engine>("brand", "cylinders", "price", body: Engine.init)
                _ = Initializer<Engine>("brand", "cylinders") { b, n in
                    print(b)
                    return Engine(brand: b, cylinders: n)
                }
            }

            actor Archive: Exposed {
                let path = ""
                var isClosed = false
                static let exposure = Exposure(Archive.self) {
                    Initializer { Archive() }
                    Property("path", \\.path)
                }
            }

            func isClosed() -> Property<Archive> { Property("isClosed", get: { (archive: Archive) in await archive.isClosed }) }

            @MainActor final class Screen: Exposed {
                init(title: String) {}
                static let exposure = Exposure(Screen.self) {
                    Initializer("title", body: Screen.init)
                }
            }

            final class Siren: Exposed, Sendable {
                static let exposure = Exposure(Siren.self) {
                    Initializer { Siren() }
                    Provides { $0 as any Notifying }
                }
            }

            final class Stranger: Exposed, Sendable {
                static let exposure = Exposure(Stranger.self) {
                    Method("upper", String.uppercased)
                }
            }

            final class Repository<Item: Exposed>: Exposed {
                static let exposure = Exposure(Repository<Item>.self) {}
            }

            class Vehicle: Exposed {
                static let exposure = Exposure(Vehicle.self) {}
            }

            final class Bicycle: Vehicle {
                override static var exposure: Exposure { Exposure(Bicycle.self) {} }
            }

            final class Dashboard: Sendable {
                @Injected var engine: Engine
            }

            func resolve(_ container: Container) throws {
                let engine = try container.resolve("engine")
                print(engine)
            }
            """

        @Test func theCompilerSaysSo() throws {
            let folder = try Playground(["mistakes.swift": Self.mistakes])
            let output = try messages(of: folder.path + "/mistakes.swift")
            let table = try String(
                contentsOf: project.appending(path: "Documentation/ExposingTypes.md"), encoding: .utf8)
            let rows = table.split(separator: "\n").compactMap { $0.firstMatch(of: /^\| `(.+?)` \|/)?.1 }
            #expect(rows.count == 12)
            let shown = try Guide("Documentation/Concurrency.md").output(4)
            for message in rows.map(String.init) + [shown] {
                let isKnown = output.contains(message)
                #expect(isKnown, "the compiler does not print: \(message)")
            }
        }

        private func messages(of file: String) throws -> String {
            let compiler = Process()
            compiler.executableURL = URL(filePath: "/usr/bin/env")
            compiler.arguments = [
                "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style=llvm", "-I", modules.path,
                "-Xcc", "-fmodule-map-file=\(modules.path)/../CLuaShim.build/module.modulemap", file,
            ]
            let output = Pipe()
            compiler.standardError = output
            try compiler.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            compiler.waitUntilExit()
            return text
        }

        /// The folder of the built modules.
        private var modules: URL {
            let products = Bundle.main.bundleURL
            let folders = [products, products.deletingLastPathComponent()].map { $0.appending(path: "Modules") }
            return folders.first { FileManager.default.fileExists(atPath: $0.path) } ?? products
        }
    }
#endif
