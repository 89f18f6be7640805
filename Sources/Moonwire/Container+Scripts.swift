public import LuaRuntime
@_exported public import MoonwireCore
@_exported public import MoonwireValues

extension Container {
    /// Creates a container from scripts.
    ///
    /// The initializer runs every script and checks all definitions together. No service is built before it is first resolved.
    ///
    /// ```swift
    /// do {
    ///     let container = try Container(
    ///         scripts: ["container.lua"], types: [Engine.self, Car.self], environment: "prod"
    ///     ) {
    ///         $0.register("clock") { _ in SystemClock() }
    ///     }
    ///     let jaguar = try container.resolve("jaguar", as: Car.self)
    /// } catch let error as ContainerError {
    ///     print(error)  // container.lua:3: service "jaguar": argument "engine" refers to "v8", which is not defined
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scripts: The paths of the scripts, relative to the current folder or absolute. Later scripts override earlier ones, and
    ///     messages name them as they are given here.
    ///   - types: The exposed types that the scripts may use.
    ///   - exposures: The exposures of types that cannot declare their own.
    ///   - environment: The environment for which `when` runs its functions. The scripts must declare it; without a declaration,
    ///     `"dev"`, `"test"`, and `"prod"` exist.
    ///   - root: The folder from which `include` and `require` may read. By default, this is the folder of each script.
    ///   - variables: The environment variables that `env` reads.
    ///   - limits: What scripts may use: instructions and time of each call into the interpreter, and memory.
    ///   - slowWait: The number of seconds after which waiting for a build on another thread is reported.
    ///   - register: Registers services, parameters, hooks, and overrides in Swift. Scripts override registrations, and `override`
    ///     overrides scripts.
    /// - Throws: ``ContainerError`` with every fault in the scripts and registrations.
    public convenience init(
        scripts: [String], types: [any Exposed.Type] = [], exposures: [Exposure] = [], environment: String = "dev",
        root: String? = nil, variables: EnvironmentVariables = .process, limits: Interpreter.Limits = .init(),
        slowWait: Int = 5,
        register: (inout Registrations) throws -> Void = { _ in }
    ) throws {
        var registrations = Registrations()
        try register(&registrations)
        let registry = try TypeRegistry(types, exposures: exposures)
        let loader = ScriptLoader(
            scripts: scripts, environment: environment, root: root, variables: variables, limits: limits)
        try self.init(
            source: ScriptSource(loader: loader, types: registry, registrations: registrations), types: registry,
            variables: variables, slowWait: slowWait)
    }
}

/// The layers of scripts, between the registrations and the overrides of the application.
private struct ScriptSource: LayerSource {
    let loader: ScriptLoader
    let types: TypeRegistry
    let registrations: Registrations

    func read() throws -> Reading {
        let outcome = try loader.load(beneath: registrations.beneath.parameters, types: types)
        return Reading(
            layers: [registrations.beneath] + outcome.layers + [registrations.above], traces: outcome.traces,
            files: outcome.files, life: outcome.life)
    }
}
