#if MOONWIRE_SCHEDULES
    /// Replaces `Synchronization.Atomic`, and lets the schedule of a test choose another thread before each access.
    ///
    /// One thread runs at a time, so the memory ordering makes no difference. The compiler finds the accesses by representation, so
    /// there is one extension for each.
    package struct Atomic<Value: AtomicRepresentable>: ~Copyable {
        fileprivate let atomic: Synchronization.Atomic<Value>

        package init(_ value: consuming Value) {
            atomic = Synchronization.Atomic(value)
        }
    }

    extension Atomic: @unchecked Sendable where Value: Sendable {}  // Its stored atomic is Sendable.

    extension Atomic where Value.AtomicRepresentation == UInt.AtomicRepresentation {
        package func load(ordering: AtomicLoadOrdering) -> Value {
            Schedule.reach()
            return atomic.load(ordering: .sequentiallyConsistent)
        }

        package func store(_ value: Value, ordering: AtomicStoreOrdering) {
            Schedule.reach()
            atomic.store(value, ordering: .sequentiallyConsistent)
        }

        package func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
            Schedule.reach()
            return atomic.exchange(value, ordering: .sequentiallyConsistent)
        }

        package func compareExchange(
            expected: Value, desired: Value, ordering: AtomicUpdateOrdering
        ) -> (exchanged: Bool, original: Value) {
            Schedule.reach()
            return atomic.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
        }
    }

    extension Atomic where Value.AtomicRepresentation == UInt8.AtomicRepresentation {
        package func load(ordering: AtomicLoadOrdering) -> Value {
            Schedule.reach()
            return atomic.load(ordering: .sequentiallyConsistent)
        }

        package func store(_ value: Value, ordering: AtomicStoreOrdering) {
            Schedule.reach()
            atomic.store(value, ordering: .sequentiallyConsistent)
        }

        package func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
            Schedule.reach()
            return atomic.exchange(value, ordering: .sequentiallyConsistent)
        }

        package func compareExchange(
            expected: Value, desired: Value, ordering: AtomicUpdateOrdering
        ) -> (exchanged: Bool, original: Value) {
            Schedule.reach()
            return atomic.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
        }
    }

    extension Atomic where Value == Int {
        @discardableResult package func wrappingAdd(
            _ operand: Int, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Int, newValue: Int) {
            Schedule.reach()
            return atomic.wrappingAdd(operand, ordering: .sequentiallyConsistent)
        }

        @discardableResult package func wrappingSubtract(
            _ operand: Int, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Int, newValue: Int) {
            Schedule.reach()
            return atomic.wrappingSubtract(operand, ordering: .sequentiallyConsistent)
        }
    }
#endif
