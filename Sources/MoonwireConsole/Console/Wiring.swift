import Foundation
import Moonwire
public import MoonwireCore
import MoonwireObjects
import MoonwireSupport

extension Console {
    /// The scripts or the running container that commands inspect.
    ///
    /// ```swift
    /// let wiring = Console.Wiring(types: try TypeRegistry(types), scripts: ["container.lua"]) { services in
    ///     services.register("clock") { _ in SystemClock() }
    /// }
    /// ```
    public struct Wiring: Sendable {
        let types: TypeRegistry?
        /// The scripts that are read if a call names no file.
        let scripts: [String]
        private let variables: EnvironmentVariables
        /// The running container.
        let container: Container?
        private let register: @Sendable (inout Registrations) throws -> Void
        private let makeContainer: (@Sendable () throws -> Container)?
        /// Whether a call comes from another process, and must not name files.
        let isAttached: Bool

        /// Describes what commands inspect.
        ///
        /// - Parameters:
        ///   - types: The types of the application; without them, commands have the option `--types`.
        ///   - scripts: The scripts that are read if a call names no file.
        ///   - variables: The environment variables that `env` reads.
        ///   - container: A running container. Calls that have neither files nor options for reading them inspect it.
        ///   - register: Registers the services and parameters that the application defines in Swift.
        ///   - makeContainer: Creates the container in which `trace` builds services; by default, it uses `container`.
        public init(
            types: TypeRegistry? = nil, scripts: [String] = [], variables: EnvironmentVariables = .process,
            container: Container? = nil,
            register: @escaping @Sendable (inout Registrations) throws -> Void = { _ in },
            makeContainer: (@Sendable () throws -> Container)? = nil
        ) {
            self.types = types ?? container?.types
            self.scripts = scripts
            self.variables = variables
            self.container = container
            self.register = register
            self.makeContainer = makeContainer
            isAttached = false
        }

        /// Describes the running container for calls of other processes, which read no files.
        init(attachedTo container: Container) {
            types = container.types
            scripts = []
            variables = .process
            self.container = container
            register = { _ in }
            makeContainer = nil
            isAttached = true
        }
    }
}

extension Console.Wiring {
    /// The script that is read if neither the call nor the application names any.
    private static let usualScript = "container.lua"

    /// The container in which `trace` builds services.
    var buildingContainer: (@Sendable () throws -> Container)? {
        makeContainer ?? container.map { container in { @Sendable in container } }
    }

    /// Whether the application knows what commands inspect.
    var isMounted: Bool { !scripts.isEmpty || container != nil }

    /// The files that a call can name.
    var files: [Operand] { isAttached ? [] : [Operand(.file, isOptional: true, isRepeatable: true)] }

    /// The sentences about files in the help of a command that inspects scripts or the running container.
    var filesHelp: String {
        isAttached
            ? "It inspects the running container."
            : container == nil ? scriptsHelp : "\(Self.layersHelp)\nWithout FILE, it inspects the running container."
    }

    /// The sentences about files in the help of a command that always reads scripts.
    var scriptsHelp: String {
        let read = scripts.isEmpty ? "\(Self.usualScript) in the current folder" : scripts.joined(separator: ", ")
        return "\(Self.layersHelp)\nWithout FILE, it reads \(read)."
    }

    private static let layersHelp =
        "Several FILEs are layers of one container: later ones override earlier ones."

    /// The arguments of an example, with a file unless the application knows what to inspect.
    func example(_ arguments: String = "", file: String = "container.lua") -> String {
        [arguments, isMounted ? "" : file].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The files that a call reads; empty if it inspects the running container and no scripts are known.
    func shownFiles(_ named: [String]) -> [String] {
        named.isEmpty && container != nil ? scripts : (try? files(named)) ?? []
    }

    /// The files of a call, or those that are read instead.
    private func files(_ named: [String]) throws -> [String] {
        if !named.isEmpty { return named }
        if !scripts.isEmpty { return scripts }
        guard FileManager.default.fileExists(atPath: Self.usualScript) else {
            throw UsageError.noScript(usual: Self.usualScript)
        }
        return [Self.usualScript]
    }

    /// The options for reading scripts.
    func options(environment help: String = "the environment; dev, or the first that scripts declare") -> [Option] {
        if isAttached { return [] }
        let types = Option("--types", .file, help: "the application's types, written by `TypeRegistry.manifest()`")
        return (self.types == nil ? [types] : []) + [
            Option("--environment", .environment, help: help),
            Option(
                "--synthetic", ValueHint("ID"), isRepeatable: true,
                help: "a service that the application supplies; may be repeated"),
            Option(
                "--root", .folder, help: "the folder that scripts may include from; by default, the folder of each FILE"
            ),
        ]
    }

    /// The scripts of a call, to be read according to its options.
    func scripts(_ files: [String], _ options: Options) throws -> ScriptWiring {
        if isAttached { throw files.first.map(UsageError.unexpectedArgument) ?? .noScripts }
        let files = try self.files(files)
        var wiring = ScriptWiring(scripts: files)
        wiring.root = options.value("--root")
        wiring.types = try types ?? options.value("--types").map(manifest)
        // The words of an application that is not known are those of all products.
        if !isMounted { wiring.registrations.addObjects() }
        try register(&wiring.registrations)
        wiring.synthetic = options.values("--synthetic")
        wiring.variables = variables
        return wiring
    }

    /// The products besides Moonwire whose words the scripts may use.
    var modules: [any LayerModule] {
        get throws {
            if let container { return container.modules }
            var registrations = Registrations()
            if !isMounted { registrations.addObjects() }
            try register(&registrations)
            return registrations.beneath.modules
        }
    }

    /// The largest size of a manifest in bytes; the manifest of a thousand types has about one megabyte.
    private static let largestManifest = 64 << 20

    /// The manifest as it is now, to notice later that it has changed.
    static func record(ofManifest path: String) -> FileRecord {
        FileRecord(reading: URL(filePath: path).standardizedFileURL.path, limit: largestManifest)
    }

    func manifest(_ path: String) throws -> TypeRegistry {
        let data: Data?
        do {
            data = try FileDescriptor(path, O_RDONLY).readAll(atMost: Self.largestManifest)
        } catch let error as SystemError {
            throw UsageError.unreadableManifest(path, error)
        }
        guard let data else { throw UsageError.tooLargeManifest(path, limit: Self.largestManifest) }
        do {
            return try TypeRegistry(manifest: data)
        } catch let error as ContainerError {
            throw UsageError.wrongManifest(path, error)
        } catch {
            throw UsageError.noManifest(path)
        }
    }
}
