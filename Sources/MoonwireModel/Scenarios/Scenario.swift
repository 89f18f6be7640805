package import MoonwireValues

/// A wiring for tests that a script declares: what it replaces, and which builds it permits, expects, and makes fail.
package struct Scenario: Sendable {
    package let name: String
    package let origin: Origin
    /// The definitions that replace those of the same ids.
    package var replacements: [Definition] = []
    /// The values that replace those of parameters.
    package var parameters = ParameterTree()
    /// Nil if every service can be built.
    package var limit: BuildLimit?
    package var expectations: [BuildExpectation] = []
    package var failures: [BuildFailure] = []

    package init(name: String, origin: Origin) {
        self.name = name
        self.origin = origin
    }

    /// A service that a key of the scenario names.
    package struct Mention: Sendable {
        package let key: String
        package let id: String
        package let location: ScriptLocation?

        package init(_ key: String, _ id: String, at location: ScriptLocation?) {
            self.key = key
            self.id = id
            self.location = location
        }
    }

    /// Lets only services be built that the scenario names.
    package struct BuildLimit: Sendable {
        package let location: ScriptLocation?
        /// The services that are built as the wiring defines them.
        package let live: [Mention]

        package init(at location: ScriptLocation?, live: [Mention]) {
            self.location = location
            self.live = live
        }
    }

    /// How many times a service must be built.
    package struct BuildExpectation: Sendable {
        package let service: Mention
        package let count: Int

        package init(_ service: Mention, count: Int) {
            self.service = service
            self.count = count
        }
    }

    /// A build that the scenario makes fail.
    package struct BuildFailure: Sendable {
        package let service: Mention
        /// The number of the build, from 1; nil if each build fails.
        package let build: Int?
        package let message: String

        package init(_ service: Mention, build: Int?, message: String) {
            self.service = service
            self.build = build
            self.message = message
        }
    }

    package var phrase: String { "scenario \"\(name)\"" }

    /// The services that it names, in the order of its keys.
    package var mentions: [Mention] {
        replacements.map { Mention("replace", $0.id, at: $0.origin.location) } + (limit?.live ?? [])
            + expectations.map(\.service) + failures.map(\.service)
    }
}
