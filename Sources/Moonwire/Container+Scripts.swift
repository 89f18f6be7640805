public import LuaRuntime
@_exported public import MoonwireCore
public import MoonwireSupport
@_exported public import MoonwireValues

extension Container {
    /// Creates a container from script files; later files override earlier ones.
    ///
    /// ```swift
    /// let container = try Container(
    ///     scripts: ["container.lua"], types: [Engine.self, Car.self], environment: .prod)
    /// let jaguar = try container.resolve("jaguar", as: Car.self)
    /// ```
    ///
    /// - Parameters:
    ///   - scripts: The paths of the files, as messages name them. Relative paths start at the working directory.
    ///   - types: The types that the scripts can use.
    ///   - exposures: Exposures of further types, which do not declare their own.
    ///   - environment: The environment for which `when` runs its functions.
    ///   - root: The folder from which `include` and `require` can read; by default, the folder of each script.
    ///   - variables: The environment variables that `env` reads.
    ///   - limits: The limits of the interpreter: instructions and CPU time for each entry, and memory.
    ///   - slowWait: The time after which a wait for another thread's build is reported.
    ///   - register: Registers services and parameters in Swift, and overrides.
    /// - Throws: ``ContainerError`` with all faults.
    public convenience init(
        scripts: [String], types: [any Exposed.Type] = [], exposures: [Exposure] = [], environment: Environment,
        root: String? = nil, variables: EnvironmentVariables = .process, limits: Interpreter.Limits = .init(),
        slowWait: Duration = .seconds(5), register: (inout Registrations) throws -> Void = { _ in }
    ) throws {
        try self.init(
            reading: scripts.map(ScriptLoader.Script.file), types, exposures, environment, root: root,
            variables: variables, limits: limits, slowWait: slowWait, register)
    }

    /// Reports a type instead of an array of types.
    @available(*, unavailable, message: "`types` is an array of types: write types: [Engine.self, Car.self]")
    @_disfavoredOverload
    public convenience init(scripts: [String], types: Any.Type, environment: Environment) throws {
        fatalError("unavailable")
    }

    /// Creates a container from script files at URLs, such as resources of a bundle.
    ///
    /// ```swift
    /// let script = Bundle.module.url(forResource: "container", withExtension: "lua")!
    /// let container = try Container(scripts: [script], types: [Engine.self, Car.self], environment: .prod)
    /// ```
    ///
    /// - Parameters:
    ///   - scripts: URLs of files; messages name the files by their paths.
    ///   - types: The types that the scripts can use.
    ///   - exposures: Exposures of further types, which do not declare their own.
    ///   - environment: The environment for which `when` runs its functions.
    ///   - root: The folder from which `include` and `require` can read; by default, the folder of each script.
    ///   - variables: The environment variables that `env` reads.
    ///   - limits: The limits of the interpreter: instructions and CPU time for each entry, and memory.
    ///   - slowWait: The time after which a wait for another thread's build is reported.
    ///   - register: Registers services and parameters in Swift, and overrides.
    /// - Throws: ``ContainerError`` with all faults.
    @_disfavoredOverload public convenience init(
        scripts: [URL], types: [any Exposed.Type] = [], exposures: [Exposure] = [], environment: Environment,
        root: URL? = nil, variables: EnvironmentVariables = .process, limits: Interpreter.Limits = .init(),
        slowWait: Duration = .seconds(5), register: (inout Registrations) throws -> Void = { _ in }
    ) throws {
        try self.init(
            reading: scripts.map { .file($0.path) }, types, exposures, environment, root: root?.path,
            variables: variables, limits: limits, slowWait: slowWait, register)
    }

    /// Creates a container from the source of a script, for example in tests.
    ///
    /// ```swift
    /// let container = try Container(
    ///     text: #"service "engine" { type = "Engine", args = { brand = "V8" } }"#, types: [Engine.self],
    ///     environment: .test)
    /// ```
    ///
    /// - Parameters:
    ///   - text: The source of the script.
    ///   - name: The name of the script in messages.
    ///   - types: The types that the script can use.
    ///   - exposures: Exposures of further types, which do not declare their own.
    ///   - environment: The environment for which `when` runs its functions.
    ///   - root: The folder from which `include` and `require` can read, and that is taken for the folder of the text; by
    ///     default, the working directory.
    ///   - variables: The environment variables that `env` reads.
    ///   - limits: The limits of the interpreter: instructions and CPU time for each entry, and memory.
    ///   - slowWait: The time after which a wait for another thread's build is reported.
    ///   - register: Registers services and parameters in Swift, and overrides.
    /// - Throws: ``ContainerError`` with all faults.
    public convenience init(
        text: String, named name: String = "container.lua", types: [any Exposed.Type] = [],
        exposures: [Exposure] = [], environment: Environment, root: String? = nil,
        variables: EnvironmentVariables = .process, limits: Interpreter.Limits = .init(),
        slowWait: Duration = .seconds(5),
        register: (inout Registrations) throws -> Void = { _ in }
    ) throws {
        try self.init(
            reading: [.text(text, name: name)], types, exposures, environment, root: root, variables: variables,
            limits: limits, slowWait: slowWait, register)
    }

    private convenience init(
        reading scripts: [ScriptLoader.Script], _ types: [any Exposed.Type], _ exposures: [Exposure],
        _ environment: Environment, root: String?, variables: EnvironmentVariables, limits: Interpreter.Limits,
        slowWait: Duration,
        _ register: (inout Registrations) throws -> Void
    ) throws {
        var registrations = Registrations()
        try register(&registrations)
        let registry = try TypeRegistry(
            types, exposures: exposures, scopes: registrations.beneath.scopes.map(\.name))
        let loader = ScriptLoader(
            scripts: scripts, environment: environment.name, root: root, variables: variables, limits: limits)
        try self.init(
            source: ScriptSource(loader: loader, types: registry, registrations: registrations), types: registry,
            variables: variables, slowWait: slowWait, wrappers: registrations.beneath.modules.wrappers)
    }
}

/// The layers of scripts, between the registrations and the overrides of the application.
private struct ScriptSource: LayerSource {
    let loader: ScriptLoader
    let types: TypeRegistry
    let registrations: Registrations
    /// The scenario of the test that creates the container.
    let scenario = ScenarioRun.adopting

    func read() throws -> Reading { try read(by: loader) }

    func read(texts: [String: String?]) throws -> Reading {
        try read(by: loader.returning(to: texts))
    }

    private func read(by loader: ScriptLoader) throws -> Reading {
        let outcome = try loader.load(beneath: registrations.beneath, types: types)
        var layers = [registrations.beneath] + outcome.layers + [registrations.above]
        if let scenario { layers.append(scenario.adopt(from: layers)) }
        return Reading(layers: layers, traces: outcome.traces, files: outcome.files, life: outcome.life)
    }
}
