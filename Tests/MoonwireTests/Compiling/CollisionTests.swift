import Foundation
import TestSupport
import Testing

/// Files that import Moonwire beside another library, and use the names of both.
@Suite(.timeLimit(.minutes(5))) struct CollisionTests {
    /// A library, what a file uses of it, and the names of Moonwire that such a file qualifies.
    struct Library: Sendable, CustomTestStringConvertible {
        let name: String
        let uses: String
        var qualified: [String] = []

        var testDescription: String { name }
    }

    static let libraries = [
        Library(
            name: "ArgumentParser",
            uses: """
                struct Serve: ParsableCommand {
                    @Argument var file = "container.lua"
                    @Option var port = 80
                    @Flag(help: "more") var verbose = false
                }
                """),
        Library(
            name: "Vapor",
            uses: """
                struct Serve: Command {
                    @Argument(name: "file") var file = "container.lua"
                    let environment = Environment.development
                }
                """),
        Library(name: "Fluent", uses: "func store(_ property: any AnyProperty, in database: any Database) {}"),
        Library(
            name: "Hummingbird", uses: "func serve(_ router: Router<BasicRequestContext>) -> Environment { .init() }"),
        Library(
            name: "SwiftUI",
            uses: """
                struct Volume: PreferenceKey { static var defaultValue: Int { 5 } }
                struct Panel: View {
                    @Environment(\\.locale) var locale
                    @State var volume = Volume.defaultValue
                }
                """),
        Library(
            name: "FactoryKit",
            uses: """
                extension FactoryKit.Container { var brand: String { "V8" } }
                struct Panel { @FactoryKit.Injected(\\.brand) var brand; let scope = Scope.singleton }
                """,
            qualified: ["Container", "Injected"]),
        Library(
            name: "Swinject",
            uses: """
                struct Cars: Assembly { func assemble(container: Swinject.Container) {} }
                func provide(_ resolver: any Resolver, _ provider: Provider<String>, _ lazy: Swinject.Lazy<String>) {}
                """,
            qualified: ["Container", "Lazy"]),
        Library(name: "Configuration", uses: "func read(_ reader: ConfigReader, _ key: ConfigKey) {}"),
        Library(name: "Logging", uses: "let logger = Logger(label: \"app\")"),
        Library(
            name: "AppCore",
            uses: """
                func use(
                    _ arguments: Arguments, _ argument: Argument, _ call: Call, _ command: Command, _ decorator: Decorator,
                    _ definition: Definition, _ hook: Hook, _ isolation: Isolation, _ layer: Layer, _ option: Option,
                    _ origin: Origin, _ output: Output, _ placeholder: Placeholder, _ profile: Profile, _ rule: Rule,
                    _ provider: Provider<Int>, _ resolver: Resolver, _ scope: Scope, _ setter: Setter, _ signature: Signature,
                    _ tag: Tag, _ value: Value, _ watch: Watch, _ environment: Environment
                ) {}
                """),
        // Not a stub: the library itself.
        Library(
            name: "Testing",
            uses: """
                extension Tag { @Tag static var slow: Self }
                @Suite struct EngineTests {
                    @Test(.tags(.slow)) func starts() { #expect(Bool(true)) }
                }
                """),
    ]

    @Test(arguments: libraries) func moonwireCompilesBesideTheOtherLibrary(_ library: Library) throws {
        let compiler = try compiler(library)
        let wiring = try library.qualified.reduce(Self.wiring) { text, name in
            text.replacing(try Regex("\\b\(name)\\b").wordBoundaryKind(.simple), with: "Moonwire.\(name)")
        }
        #expect(try compiler.errors(in: "import \(library.name)\n" + wiring + library.uses) == [])
    }

    /// Nothing is qualified that need not be.
    @Test(arguments: libraries.filter { !$0.qualified.isEmpty }) func onlyAmbiguousNamesAreQualified(_ library: Library)
        throws
    {
        let compiler = try compiler(library)
        let errors = try compiler.errors(in: "import \(library.name)\n" + Self.wiring)
        for name in library.qualified {
            #expect(
                errors.contains { $0.contains("'\(name)' is ambiguous") }, "\(name) need not be qualified: \(errors)")
        }
    }

    private func compiler(_ library: Library) throws -> Typecheck {
        let compiler = Typecheck()
        guard library.name != "Testing" else { return compiler }
        let stub = URL(filePath: #filePath)
            .deletingLastPathComponent().appending(path: "../../Collisions/\(library.name).swift")
        try compiler.add(module: library.name, try String(contentsOf: stub, encoding: .utf8))
        return compiler
    }

    /// What a file of an application names of Moonwire.
    private static let wiring = """
        import Moonwire

        final class Engine: Exposed, Sendable {
            let brand: String
            let cylinders: Int

            init(brand: String, cylinders: Int) {
                self.brand = brand
                self.cylinders = cylinders
            }

            func start(gear: Int) -> Bool { gear > 0 }

            static let exposure = Exposure(Engine.self) {
                Initializer("brand", ExposedArgument("cylinders", default: 4), body: Engine.init)
                Property("brand", \\.brand)
                Method("start", Engine.start, "gear")
                StaticMethod("standard") { Engine(brand: "standard", cylinders: 4) }
                Provides { $0 as any Sendable }
            }
        }

        struct Workshop: Exposed {
            let engine: LazyService<Engine>
            let engines: ServiceProvider<Engine>

            static let exposure = Exposure(Workshop.self) { Initializer("engine", "engines", body: Workshop.init) }
        }

        final class Dashboard {
            @Injected var engine: Engine
            @Lazy var spare: Engine?
            @Final var serial: String?
            @Preference("Settings.volume") var volume: Int
        }

        extension ServiceKey<Engine> { static let engine = ServiceKey("engine") }
        extension Preferences.Key<Int> { static let volume = Self("Settings.volume") }

        func wire(_ types: TypeRegistry, _ variables: EnvironmentVariables) throws -> Container {
            let environment: Container.Environment = .dev
            let container = try Container(scripts: ["container.lua"], types: [Engine.self], environment: environment) {
                $0.register("clock", scope: .transient, tags: [ServiceTag("part", priority: 1)]) { (_: ServiceResolver) in 4 }
                $0.addHook(.created("engine")) { (engine: Engine, info: HookInfo) in print(engine, info) }
                $0.registerStore(MemoryStore(["volume": 7]), named: "default")
            }
            let watch: Container.Watch = try container.watch()
            defer { watch.cancel() }
            let plan: ReloadPlan = try container.reload()
            let value: PlainValue = ["name": "clock", "hours": [1, 2]]
            let scope: ServiceScope = .shared
            try container.setParameter("value", to: value)
            let recording: BuildRecording = container.recordBuilds()
            print(plan, scope, try container.resolve(.engine).brand, try container.preferences.get(.volume), recording.finish().tree)
            return container
        }

        func explain(_ error: ContainerError, _ outcomes: Updates<ReloadOutcome>) -> [Diagnostic.Code] {
            error.diagnostics.filter { (diagnostic: Diagnostic) in diagnostic.severity == .fault }.map(\\.code)
        }

        """
}
