import Foundation

/// Whether a sanitizer is active, under which everything takes many times as long.
package let isSanitized = isLinked("__sanitizer_get_current_allocated_bytes")

/// Whether the testing library keeps a backtrace of each thrown error, by its address, which the sanitizers do not reuse.
package let keepsBacktraces =
    isSanitized && ProcessInfo.processInfo.environment["SWT_SWIFT_ERROR_BACKTRACING_ENABLED"] != "0"

/// Whether the thread sanitizer is active, which keeps its own files open.
package let isThreadSanitized = isLinked("__tsan_init")

private func isLinked(_ function: String) -> Bool {
    #if canImport(Darwin)
        let everything = UnsafeMutableRawPointer(bitPattern: -2)
    #else
        let everything: UnsafeMutableRawPointer? = nil
    #endif
    return dlsym(everything, function) != nil
}

/// A number of repetitions, smaller in debug builds.
package func repetitions(_ released: Int, debug: Int) -> Int {
    #if DEBUG
        debug
    #else
        released
    #endif
}
