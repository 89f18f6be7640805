/// A small number for each thread, given out in turn: threads that start together get different ones.
package struct ThreadNumber: Sendable {
    private static let next = Atomic<Int>(1)
    /// Holds the number of each thread, which is never zero, in the place of a pointer.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Kept by whoever asks often, as a global constant is looked up each time.
    @usableFromInline let key = Self.key

    package init() {}

    /// The number of the thread that asks.
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
