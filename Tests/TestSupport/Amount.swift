/// So many repetitions, fewer where the optimiser does not help.
package func repetitions(_ released: Int, debug: Int) -> Int {
    #if DEBUG
        debug
    #else
        released
    #endif
}
