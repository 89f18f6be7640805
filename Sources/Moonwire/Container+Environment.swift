public import MoonwireCore

extension Container {
    /// The environment that a container is created for, which `when` in a script compares with.
    ///
    /// Every container has ``dev``, ``test``, and ``prod``; scripts that declare others with `environments` are loaded with
    /// the name of one of those: `environment: "staging"`.
    public struct Environment: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name, as scripts write it.
        public let name: String

        /// Creates an environment from its name; loading throws for a name that the scripts do not declare.
        public init(_ name: String) {
            self.name = name
        }

        /// Creates an environment from its name.
        public init(stringLiteral name: String) {
            self.init(name)
        }

        /// The name.
        public var description: String { name }

        /// Development.
        public static let dev = Environment("dev")
        /// Tests.
        public static let test = Environment("test")
        /// Production.
        public static let prod = Environment("prod")
    }
}
