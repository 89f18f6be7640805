/// The operation that a host function awaits; it runs in the task that entered, outside of the interpreter.
typealias AwaitedOperation = @Sendable () async throws -> AwaitedValue
/// Writes the result, and returns the number of values.
typealias AwaitedValue = @Sendable (LuaStack) throws -> Int
typealias AwaitedAnswer = Result<AwaitedValue, any Error>

/// What an asynchronous host function awaits, and its result.
struct AwaitingState {
    var operation: AwaitedOperation?
    var answer: AwaitedAnswer?
}
