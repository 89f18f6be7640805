/// A small number for each thread, assigned in turn: threads that start together get different numbers.
package struct ThreadNumber: Sendable {
    private static let next = Atomic<Int>(1)
    /// The thread-specific value is the number itself, which is never zero, not a pointer.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// A stored copy for frequent use, because each access of a global constant checks for its initialization.
    @usableFromInline let key = Self.key

    package init() {}

    /// The number of the calling thread.
    @inlinable package var current: Int {
        if let scheduled = Schedule.threadNumber { return scheduled + 1 }
        let known = Int(bitPattern: pthread_getspecific(key))
        return known == 0 ? assign() : known
    }

    @inline(never) @usableFromInline func assign() -> Int {
        let fresh = Self.next.wrappingAdd(1, ordering: .relaxed).oldValue
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: fresh))
        return fresh
    }
}
