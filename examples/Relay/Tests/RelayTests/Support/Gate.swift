/// Holds those who wait until it is open.
final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream<Void>.makeStream()

    func open() { continuation.finish() }

    func wait() async { for await _ in stream {} }
}
