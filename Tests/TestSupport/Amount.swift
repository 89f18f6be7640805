import Foundation

/// Whether a sanitizer watches, under which everything takes many times as long.
package let isSanitized = dlsym(nil, "__sanitizer_get_current_allocated_bytes") != nil

/// So many repetitions, fewer where the optimiser does not help.
package func repetitions(_ released: Int, debug: Int) -> Int {
    #if DEBUG
        debug
    #else
        released
    #endif
}
