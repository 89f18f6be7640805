public import MoonwireCore

extension Container {
    /// The environment of a container, with which `when` in scripts compares.
    ///
    /// The environments ``dev``, ``test``, and ``prod`` always exist. Scripts declare others with `environments`; write the name
    /// of one as a string: `environment: "staging"`.
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
