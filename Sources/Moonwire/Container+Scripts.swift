public import LuaRuntime
@_exported public import MoonwireCore
@_exported public import MoonwireValues

extension Container {
    /// Makes a container from scripts; each lies over the ones before it.
    ///
    /// ```swift
    /// let container = try Container(scripts: ["container.lua"], types: [Engine.self, Car.self])
    /// let jaguar = try container.resolve("jaguar", as: Car.self)
    /// ```
    ///
    /// - Parameters:
    ///   - scripts: The files, as messages will name them.
    ///   - types: The types that the scripts may use.
    ///   - exposures: Exposures of types that cannot declare their own.
    ///   - environment: The environment for which `when` runs its functions.
    ///   - root: The folder that `include` and `require` may read from; by default the one of each script.
    ///   - variables: Where `env` reads from.
    ///   - limits: Instructions for each entry into the interpreter, and memory for all of it.
    ///   - slowWait: Seconds after which a wait for another thread's build is reported.
    ///   - register: Describes services in Swift, beneath the scripts or over them.
    /// - Throws: ``ContainerError`` with everything that is wrong.
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

/// What scripts say, between what the application says in Swift.
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
