import CDispatch
import MoonwireSupport

extension Resolution {
    /// The resolution of this thread.
    static var current: Resolution { lent.takeUnretainedValue() }

    /// The same without owning it: it lives as long as the thread.
    @inline(__always) static var lent: Unmanaged<Resolution> {
        if let known = pthread_getspecific(key) { return Unmanaged.fromOpaque(known) }
        return begin()
    }

    /// The same by the key of its place, which the caller has.
    @inline(__always) static func lent(by key: pthread_key_t) -> Unmanaged<Resolution> {
        if let known = pthread_getspecific(key) { return Unmanaged.fromOpaque(known) }
        return begin()
    }

    @inline(never) private static func begin() -> Unmanaged<Resolution> {
        let fresh = Unmanaged.passRetained(Resolution())
        pthread_setspecific(key, fresh.toOpaque())
        return fresh
    }

    /// The place of the resolution in each thread.
    static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { resolution in
            #if canImport(Darwin)
                Unmanaged<Resolution>.fromOpaque(resolution).release()
            #else
                if let resolution { Unmanaged<Resolution>.fromOpaque(resolution).release() }
            #endif
        }
        return key
    }()
}
