/// Continues when the condition holds; other tasks make it true.
///
/// Throws if the test is cancelled, as by its time limit.
package func until(_ condition: () throws -> Bool) async throws {
    while !(try condition()) {
        try Task.checkCancellation()
        await Task.yield()
    }
}
