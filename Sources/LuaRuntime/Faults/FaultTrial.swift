internal import MoonwireSupport
public import MoonwireValues

/// One run of a scenario under ``FaultSweep``: makes the objects that the run must not lose.
public final class FaultTrial: Sendable {
    private let census = Census()

    init() {}

    /// A new object, which must be gone when the scenario and its interpreters are.
    public func object() -> Object { Object(census) }

    /// How many of its objects live.
    public var livingObjects: Int { census.count.load(ordering: .relaxed) }

    /// Something that scripts can hold.
    public final class Object: Sendable, Convertible {
        private let census: Census

        fileprivate init(_ census: Census) {
            self.census = census
            census.count.wrappingAdd(1, ordering: .relaxed)
        }

        deinit { census.count.wrappingSubtract(1, ordering: .relaxed) }

        public static func read(from reader: ValueReader) throws -> Object {
            let found = try reader.object()
            guard let object = found as? Object else { throw reader.mismatch(type: Object.self, found: found) }
            return object
        }

        public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

        public static var shape: ValueShape { .object("Object") }
    }

    fileprivate final class Census: Sendable {
        let count = Atomic(0)
    }
}
