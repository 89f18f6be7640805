public import Moonwire
public import MoonwireCore
public import Testing

extension Trait where Self == WiringTrait {
    /// Gives each test case a container that is created from script files; later files override earlier ones.
    ///
    /// ```swift
    /// @Test(.wiring("container.lua", "test.lua", types: Exposures.all) { $0.override("engine") { _ in TestEngine() } })
    /// func theCarHasFourWheels() throws {
    ///     let car = try Test.container.resolve("car", as: Car.self)
    ///     #expect(car.wheels == 4)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scripts: The paths of the files, as messages name them. As in an application, relative paths start at the working
    ///     directory, which for `swift test` is the folder of the package.
    ///   - scenario: The name of the scenario that the tests use, which a script declares.
    ///   - types: The types that the scripts can use.
    ///   - exposures: Exposures of further types, which do not declare their own.
    ///   - environment: The environment for which `when` runs its functions.
    ///   - root: The folder from which `include` and `require` can read; by default, the folder of each script.
    ///   - variables: The environment variables that `env` reads.
    ///   - register: Registers services and parameters in Swift, and overrides.
    /// - Returns: The trait. It evaluates the types, the exposures, the variables, and `register` again for each test case.
    public static func wiring(
        _ scripts: String..., scenario: String? = nil,
        types: @autoclosure @escaping @Sendable () throws -> [any Exposed.Type] = [],
        exposures: @autoclosure @escaping @Sendable () throws -> [Exposure] = [],
        environment: Container.Environment = .test, root: String? = nil,
        variables: @autoclosure @escaping @Sendable () throws -> EnvironmentVariables = .process,
        register: @escaping @Sendable (inout Registrations) throws -> Void = { _ in }
    ) -> Self {
        WiringTrait(scenario) {
            try Container(
                scripts: scripts, types: try types(), exposures: try exposures(), environment: environment, root: root,
                variables: try variables(), register: register)
        }
    }

    /// Gives each test case a container that is created from the source of a script.
    ///
    /// ```swift
    /// @Test(.wiring(text: #"service "engine" { type = "Engine", args = { brand = "V8" } }"#, types: [Engine.self]))
    /// func theEngineHasABrand() throws {
    ///     #expect(try Test.container.resolve(Engine.self).brand == "V8")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - text: The source of the script.
    ///   - name: The name of the script in messages.
    ///   - scenario: The name of the scenario that the tests use, which the script declares.
    ///   - types: The types that the script can use.
    ///   - exposures: Exposures of further types, which do not declare their own.
    ///   - environment: The environment for which `when` runs its functions.
    ///   - root: The folder from which `include` and `require` can read, and that is taken for the folder of the text; by
    ///     default, the working directory.
    ///   - variables: The environment variables that `env` reads.
    ///   - register: Registers services and parameters in Swift, and overrides.
    /// - Returns: The trait. It evaluates the source, the types, the exposures, the variables, and `register` again for each test case.
    public static func wiring(
        text: @autoclosure @escaping @Sendable () throws -> String, named name: String = "container.lua",
        scenario: String? = nil,
        types: @autoclosure @escaping @Sendable () throws -> [any Exposed.Type] = [],
        exposures: @autoclosure @escaping @Sendable () throws -> [Exposure] = [],
        environment: Container.Environment = .test, root: String? = nil,
        variables: @autoclosure @escaping @Sendable () throws -> EnvironmentVariables = .process,
        register: @escaping @Sendable (inout Registrations) throws -> Void = { _ in }
    ) -> Self {
        WiringTrait(scenario) {
            try Container(
                text: try text(), named: name, types: try types(), exposures: try exposures(), environment: environment,
                root: root, variables: try variables(), register: register)
        }
    }

    /// Gives each test case the container that an expression creates, such as a call of the function with which the application
    /// creates its own.
    ///
    /// ```swift
    /// @Suite(.wiring(try Garage.container(scripts: ["container.lua"]))) struct GarageTests { … }
    /// ```
    ///
    /// - Parameters:
    ///   - container: The container, which the trait shuts down; the expression is evaluated for each test case.
    ///   - scenario: The name of the scenario that the tests use, which a script of the container declares.
    /// - Returns: The trait.
    public static func wiring(
        _ container: @autoclosure @escaping @Sendable () throws -> Container, scenario: String? = nil
    ) -> Self {
        WiringTrait(scenario, container)
    }
}
