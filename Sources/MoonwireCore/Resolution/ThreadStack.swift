import CDispatch
import MoonwireSupport

/// The stack of this thread.
enum ThreadStack {
    static func lowestAddress() -> UInt {
        #if canImport(Darwin)
            let thread = pthread_self()
            return UInt(bitPattern: pthread_get_stackaddr_np(thread)) - UInt(pthread_get_stacksize_np(thread))
        #else
            var attributes = pthread_attr_t()
            guard let attributesOfThread, attributesOfThread(pthread_self(), &attributes) == 0 else { return 0 }
            defer { pthread_attr_destroy(&attributes) }
            var address: UnsafeMutableRawPointer?
            var size = 0
            pthread_attr_getstack(&attributes, &address, &size)
            return UInt(bitPattern: address)
        #endif
    }
}

#if !canImport(Darwin)
    /// `pthread_getattr_np`, which Glibc's module map does not export to Swift.
    private let attributesOfThread: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32)? = {
        guard let symbol = dlsym(nil, "pthread_getattr_np") else { return nil }
        return unsafeBitCast(
            symbol, to: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32).self)
    }()
#endif
