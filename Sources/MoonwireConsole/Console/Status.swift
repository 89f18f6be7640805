extension Console {
    /// The exit status of a call.
    public struct Status: RawRepresentable, Sendable, Hashable {
        /// The command found no faults.
        public static let clean = Status(rawValue: 0)
        /// The command found faults.
        public static let faults = Status(rawValue: 1)
        /// The arguments are not valid.
        public static let usage = Status(rawValue: 2)
        /// The result cannot be written.
        public static let unwritten = Status(rawValue: 3)

        /// The status for `exit`.
        public let rawValue: Int32

        /// Creates a status from the value for `exit`.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }
    }
}
