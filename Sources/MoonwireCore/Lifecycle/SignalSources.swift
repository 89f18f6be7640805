import Dispatch
import MoonwireModel
import MoonwireSupport

/// The signals that a process receives, instead of what they do otherwise, until it is cancelled.
// Any thread may use a source of the system; their module does not say so.
final class SignalSources: @unchecked Sendable {
    /// Signals that arrive before the last one has been taken count once.
    let signals: AsyncStream<Void>
    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]

    /// Returns when the signals are received; throws ``ContainerError`` for one that cannot be.
    init(_ expected: Set<UnixSignal>) async throws {
        if let other = expected.first(where: { !SignalActions.canReceive($0.rawValue) }) {
            throw ContainerError(.unusableSignal(other.rawValue))
        }
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.signals = signals
        numbers = expected.map(\.rawValue)
        sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
        for (number, source) in zip(numbers, sources) {
            SignalActions.beginReceiving(number)
            source.setEventHandler { continuation.yield() }
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.activate()
            }
            SignalActions.noteReceiving(number)
        }
    }

    func cancel() {
        for source in sources { source.cancel() }
        for number in numbers { SignalActions.endReceiving(number) }
    }
}
