internal import MoonwireSupport
public import MoonwireValues

extension FaultSweep {
    /// One run of a scenario, which creates the objects that the run must not leak.
    public final class Trial: Sendable {
        private let counter = Counter()

        init() {}

        /// Returns a new object, which must be released with the scenario and its interpreters.
        ///
        /// - Returns: The object.
        public func object() -> Object { Object(counter) }

        /// The number of its objects that exist.
        public var livingObjects: Int { counter.count.load(ordering: .relaxed) }

        /// An object that scripts can hold.
        public final class Object: Sendable, Convertible {
            private let counter: Counter

            fileprivate init(_ counter: Counter) {
                self.counter = counter
                counter.count.wrappingAdd(1, ordering: .relaxed)
            }

            deinit { counter.count.wrappingSubtract(1, ordering: .relaxed) }

            /// Reads an object.
            ///
            /// - Parameter reader: The value.
            /// - Returns: The object.
            /// - Throws: ``ConversionError`` for any other value.
            public static func read(from reader: ValueReader) throws -> Object {
                let found = try reader.object()
                guard let object = found as? Object else { throw reader.mismatch(type: Object.self, found: found) }
                return object
            }

            /// Writes the object.
            ///
            /// - Parameter writer: The destination.
            /// - Throws: ``ConversionError`` when the destination does not accept objects.
            public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

            /// The shape of an object.
            public static var shape: ValueShape { .object("Object") }
        }

        fileprivate final class Counter: Sendable {
            let count = Atomic(0)
        }
    }
}
