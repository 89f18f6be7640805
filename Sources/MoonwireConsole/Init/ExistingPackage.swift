import Foundation

/// A package to which Moonwire is added.
struct ExistingPackage {
    let folder: String
    let moonwire: MoonwireDependency
    private let manager: PackageManager
    private let package: PackageDescription
    private let target: PackageDescription.Target
    /// The first target of tests that can use the target.
    private let tests: PackageDescription.Target?

    /// Throws ``UsageError`` if the package or the target cannot be found.
    init(_ manager: PackageManager, target name: String?, moonwire: MoonwireDependency) throws {
        self.manager = manager
        self.moonwire = moonwire
        folder = manager.folder
        guard moonwire.path(in: folder) != "." else { throw UsageError.moonwireItself }
        do { package = try manager.description() } catch let error as PackageManager.Failure {
            throw UsageError.unreadablePackage(folder, error.message)
        }
        let target = try Self.target(name, of: package)
        self.target = target
        tests = package.targets.filter { $0.type == "test" && $0.dependsOn(target: target.name) }.min {
            $0.name < $1.name
        }
    }

    /// The named target, or the only program or library.
    private static func target(_ name: String?, of package: PackageDescription) throws -> PackageDescription.Target {
        let candidates = package.targets.filter { ["executable", "library"].contains($0.type) }
        if let name {
            guard let target = candidates.first(where: { $0.name == name }) else {
                throw UsageError.unknownTarget(name, known: candidates.map(\.name))
            }
            return target
        }
        let programs = candidates.filter { $0.type == "executable" }
        guard let only = programs.count == 1 ? programs.first : candidates.count == 1 ? candidates.first : nil else {
            throw UsageError.severalTargets(candidates.map(\.name).sorted())
        }
        return only
    }

    /// The files that the package gets unless it has them.
    var files: [StarterFile] {
        let texts = [
            StarterFile("container.lua", Self.script), StarterFile("\(target.path)/Wiring.swift", Self.wiring),
            ContinuousIntegration(moonwire: moonwire.path(in: folder), program: nil).file,
        ]
        let test = tests.map { tests in
            let text = Template(Self.test).filled(with: ["target": target.module])
            return StarterFile("\(tests.path)/WiringTests.swift", text)
        }
        return texts + (test.map { [$0] } ?? [])
    }

    /// Makes the targets depend on Moonwire, or leaves the manifest unchanged and returns the lines to add.
    func editManifest() throws -> ManifestChange {
        let missing = missingDependencies
        guard !missing.isEmpty else { return .unnecessary }
        if usesOtherMoonwire {
            return .lines(lines(for: missing), reason: ManifestChange.otherMoonwire(moonwire.package))
        }
        let path = folder + "/Package.swift"
        let former = FileManager.default.contents(atPath: path)
        do {
            if !isDeclared { try manager.edit(["add-dependency"] + moonwire.arguments(in: folder)) }
            for (target, product) in missing {
                try manager.edit(["add-target-dependency", product, target, "--package", moonwire.package])
            }
            guard try isEdited() else { throw PackageManager.Failure(message: "the dependencies did not change") }
            return .edited
        } catch {
            // An edit that stopped midway must not stay.
            if let former, FileManager.default.contents(atPath: path) != former {
                try Destination.replace(path, with: String(decoding: former, as: UTF8.self))
            }
            guard let failure = error as? PackageManager.Failure else { throw error }
            return .lines(lines(for: missing), reason: failure.message)
        }
    }

    private var isDeclared: Bool { package.dependencies.contains { $0.identity == moonwire.package } }

    /// Whether a target has Moonwire from a package with another name; a package cannot have both.
    private var usesOtherMoonwire: Bool {
        !isDeclared && package.targets.contains { $0.dependsOn(product: "Moonwire") }
    }

    private var missingDependencies: [(target: String, product: String)] {
        let wanted = [(target, "Moonwire")] + (tests.map { [($0, "MoonwireTesting")] } ?? [])
        return wanted.filter { !$0.0.dependsOn(product: $0.1) }.map { ($0.0.name, $0.1) }
    }

    private func isEdited() throws -> Bool {
        let targets = try manager.description().targets
        return missingDependencies.allSatisfy { missing in
            targets.contains { $0.name == missing.target && $0.dependsOn(product: missing.product) }
        }
    }

    private func lines(for missing: [(target: String, product: String)]) -> [String] {
        if usesOtherMoonwire {
            return missing.map { target, product in
                "dependencies of the target \"\(target)\": the product \"\(product)\" of the same package"
            }
        }
        let package = isDeclared ? [] : ["dependencies of the package: \(moonwire.declaration(in: folder))"]
        return package
            + missing.map { "dependencies of the target \"\($0.target)\": \(moonwire.product($0.product))" }
    }

    /// Whether Moonwire needs a later macOS than the package declares.
    var needsPlatform: Bool {
        let version = package.platforms.first { $0.name == "macos" }?.version
        return version.flatMap(Double.init).map { $0 < 15 } ?? true
    }
}

/// The outcome of editing a manifest.
enum ManifestChange {
    case edited, unnecessary
    /// The manifest is unchanged; these lines are to be added by hand.
    case lines([String], reason: String)

    var status: Console.Status {
        if case .lines = self { return .unwritten }
        return .clean
    }
}

extension ExistingPackage {
    private static let script = """
        -- The services of the program, such as
        --     service "mailer" { type = "Mailer", args = { host = "localhost" } }
        parameters { greeting = "Hello" }

        """

    private static let wiring = """
        import Moonwire

        /// The services that container.lua defines.
        enum Wiring {
            /// The exposed types. When types conform to `Exposed`, `swift package generate-exposures` writes their list, `Exposures.all`.
            static let types: [any Exposed.Type] = []

            static func container(environment: Container.Environment) throws -> Container {
                try Container(scripts: ["container.lua"], types: types, environment: environment)
            }
        }

        """

    private static let test = """
        import Moonwire
        import MoonwireTesting
        import Testing

        @testable import {{target}}

        @Suite(.wiring(try Wiring.container(environment: .test))) struct WiringTests {
            @Test func theScriptIsRead() throws {
                #expect(try Test.container.parameter("greeting", as: String.self) == "Hello")
            }
        }

        """
}
