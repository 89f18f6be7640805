#if MOONWIRE_SCHEDULES
    import Synchronization

    /// Takes the place of `Synchronization.Atomic`, and lets the schedule of a test choose another thread before each access.
    ///
    /// The compiler accepts constant orderings only, and finds the accesses by representation: hence the repetitions.
    struct Atomic<Value: AtomicRepresentable>: ~Copyable {
        fileprivate let atomic: Synchronization.Atomic<Value>

        init(_ value: consuming Value) {
            atomic = Synchronization.Atomic(value)
        }
    }

    extension Atomic: @unchecked Sendable where Value: Sendable {}  // The atomic inside of it is.

    extension Atomic where Value.AtomicRepresentation == UInt.AtomicRepresentation {
        func load(ordering: AtomicLoadOrdering) -> Value {
            Schedule.reach()
            return switch ordering {
            case .relaxed: atomic.load(ordering: .relaxed)
            case .acquiring: atomic.load(ordering: .acquiring)
            default: atomic.load(ordering: .sequentiallyConsistent)
            }
        }

        func store(_ value: Value, ordering: AtomicStoreOrdering) {
            Schedule.reach()
            switch ordering {
            case .relaxed: atomic.store(value, ordering: .relaxed)
            case .releasing: atomic.store(value, ordering: .releasing)
            default: atomic.store(value, ordering: .sequentiallyConsistent)
            }
        }

        func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
            Schedule.reach()
            return switch ordering {
            case .relaxed: atomic.exchange(value, ordering: .relaxed)
            case .acquiringAndReleasing: atomic.exchange(value, ordering: .acquiringAndReleasing)
            default: atomic.exchange(value, ordering: .sequentiallyConsistent)
            }
        }

        func compareExchange(
            expected: Value, desired: Value, ordering: AtomicUpdateOrdering
        ) -> (exchanged: Bool, original: Value) {
            Schedule.reach()
            return switch ordering {
            case .relaxed: atomic.compareExchange(expected: expected, desired: desired, ordering: .relaxed)
            case .acquiringAndReleasing:
                atomic.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing)
            default: atomic.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
            }
        }
    }

    extension Atomic where Value.AtomicRepresentation == UInt8.AtomicRepresentation {
        func load(ordering: AtomicLoadOrdering) -> Value {
            Schedule.reach()
            return switch ordering {
            case .relaxed: atomic.load(ordering: .relaxed)
            case .acquiring: atomic.load(ordering: .acquiring)
            default: atomic.load(ordering: .sequentiallyConsistent)
            }
        }

        func store(_ value: Value, ordering: AtomicStoreOrdering) {
            Schedule.reach()
            switch ordering {
            case .relaxed: atomic.store(value, ordering: .relaxed)
            case .releasing: atomic.store(value, ordering: .releasing)
            default: atomic.store(value, ordering: .sequentiallyConsistent)
            }
        }

        func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
            Schedule.reach()
            return switch ordering {
            case .relaxed: atomic.exchange(value, ordering: .relaxed)
            case .acquiringAndReleasing: atomic.exchange(value, ordering: .acquiringAndReleasing)
            default: atomic.exchange(value, ordering: .sequentiallyConsistent)
            }
        }

        func compareExchange(
            expected: Value, desired: Value, ordering: AtomicUpdateOrdering
        ) -> (exchanged: Bool, original: Value) {
            Schedule.reach()
            return switch ordering {
            case .relaxed: atomic.compareExchange(expected: expected, desired: desired, ordering: .relaxed)
            case .acquiringAndReleasing:
                atomic.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing)
            default: atomic.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
            }
        }
    }

    extension Atomic where Value == Int {
        @discardableResult func wrappingAdd(
            _ operand: Int, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Int, newValue: Int) {
            Schedule.reach()
            return switch ordering {
            case .relaxed: atomic.wrappingAdd(operand, ordering: .relaxed)
            case .acquiringAndReleasing: atomic.wrappingAdd(operand, ordering: .acquiringAndReleasing)
            default: atomic.wrappingAdd(operand, ordering: .sequentiallyConsistent)
            }
        }

        @discardableResult func wrappingSubtract(
            _ operand: Int, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Int, newValue: Int) {
            Schedule.reach()
            return switch ordering {
            case .relaxed: atomic.wrappingSubtract(operand, ordering: .relaxed)
            case .acquiringAndReleasing: atomic.wrappingSubtract(operand, ordering: .acquiringAndReleasing)
            default: atomic.wrappingSubtract(operand, ordering: .sequentiallyConsistent)
            }
        }
    }
#endif
