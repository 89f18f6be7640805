import Foundation
import Moonwire

/// Delivers what is due to the targets of the current wiring, until it is stopped.
///
/// A delivery is removed from those that wait only after the target has it, so after a crash it is attempted again.
///
/// - Exposes: run, stop
public actor Courier: Exposed {
    @Preference("Delivery.attempts") private var attempts: Int
    @Preference("Delivery.firstPause") private var firstPause: Double
    @Preference("Delivery.longestPause") private var longestPause: Double
    @Preference("Delivery.perSecond") private var perSecond: Double

    /// A delivery that begins, with its target and what happens if it fails.
    private struct Start: Sendable {
        let delivery: Delivery
        let target: (any Target)?
        let policy: DeliveryPolicy
        let subject: LogSubject
    }

    private let store: EventStore
    private let targets: ServiceProvider<TargetList>
    private let bell: Bell
    private let metrics: Metrics
    private let log: Log
    private let rings: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private var pace = Pace()
    /// The target of each delivery in progress.
    private var inProgress: [Int64: String] = [:]
    private var alarm: Task<Void, Never>?

    init(store: EventStore, targets: ServiceProvider<TargetList>, bell: Bell, metrics: Metrics, log: Log) {
        self.store = store
        self.targets = targets
        self.bell = bell
        self.metrics = metrics
        self.log = log
        (rings, signal) = bell.listen()
    }

    /// Delivers when the bell rings, until it is stopped.
    func run() async {
        signal.yield()
        await withDiscardingTaskGroup { group in
            for await _ in rings {
                do {
                    let deliveries = try await next()
                    for start in deliveries { group.addTask { await self.attempt(start) } }
                } catch let error as ContainerError where error.code == .containerEnded {
                    // The end of the program has begun: what is due stays in the store until the next start.
                } catch {
                    log.write("deliveries cannot be read: \(error)")
                    wake(in: .seconds(1))
                }
            }
            alarm?.cancel()
        }
    }

    /// Ends the run after the deliveries in progress.
    nonisolated func stop() { signal.finish() }

    /// The preferences as they are now.
    private var policy: DeliveryPolicy {
        DeliveryPolicy(
            attempts: attempts, backoff: Backoff(first: firstPause, longest: longestPause), perSecond: perSecond)
    }

    /// The targets of the current wiring, and the number of its generation.
    private func currentTargets() throws -> (targets: TargetList, generation: Int?) {
        while true {
            let generation = log.generation
            let list = try targets()
            // Otherwise a reload took effect meanwhile, and nobody knows which wiring has these targets.
            if log.generation == generation { return (list, generation) }
        }
    }

    /// The deliveries that can begin now.
    private func next() async throws -> [Start] {
        let (list, generation) = try currentTargets()
        let policy = self.policy
        let now = Date.now
        let busy = Dictionary(inProgress.values.map { ($0, 1) }, uniquingKeysWith: +)
        let (due, next) = try await store.due(at: now, without: Set(inProgress.keys)) { name in
            max(0, (list.named(name)?.parallel ?? 1) - busy[name, default: 0])
        }
        let count = pace.take(due.count, at: .now, perSecond: policy.perSecond)
        if count < due.count {
            wake(in: pace.delay(perSecond: policy.perSecond))
        } else if let next {
            wake(in: .seconds(max(0, next.timeIntervalSince(now))))
        }
        let begun = due.prefix(count)
        for delivery in begun { inProgress[delivery.id] = delivery.target }
        return begun.map { delivery in
            let subject = LogSubject(generation: generation ?? 0, scope: "shared", request: delivery.request)
            return Start(delivery: delivery, target: list.named(delivery.target), policy: policy, subject: subject)
        }
    }

    private func attempt(_ start: Start) async {
        let delivery = start.delivery
        if let outcome = await outcome(of: delivery, at: start.target, start.policy) {
            let text =
                switch outcome {
                case .delivered: "delivered"
                case .retry(_, let reason): "attempt \(delivery.attempts + 1) failed: \(reason)"
                case .dead(let reason): "dead letter after \(delivery.attempts + 1) attempts: \(reason)"
                }
            log.report("event \(delivery.event) to \(delivery.target): \(text)", about: start.subject)
            metrics.count("relay_deliveries_total", ["target": delivery.target, "outcome": outcome.label])
            await record(outcome, of: start)
        }
        inProgress[delivery.id] = nil
        bell.ring()
    }

    /// Nil if the attempt was cancelled: nothing is known about it, and it is made again.
    private func outcome(
        of delivery: Delivery, at target: (any Target)?, _ policy: DeliveryPolicy
    ) async -> Attempt? {
        guard let target else { return .dead(reason: "no target has the name \"\(delivery.target)\"") }
        let number = delivery.attempts + 1
        do {
            try await target.deliver(Parcel(event: delivery.event, attempt: number, payload: delivery.payload))
            return .delivered
        } catch is CancellationError {
            return nil
        } catch {
            guard number < policy.attempts else { return .dead(reason: "\(error)") }
            let pause = policy.backoff.pause(
                after: number, requested: (error as? DeliveryFailure)?.retryAfter)
            return .retry(at: Date.now.addingTimeInterval(pause), reason: "\(error)")
        }
    }

    /// Stores the outcome; while the disk is full, the delivery remains in progress, so that it is not made again.
    private func record(_ outcome: Attempt, of start: Start) async {
        let delivery = start.delivery
        while true {
            do {
                return try await store.record(outcome, of: delivery.id)
            } catch {
                log.report(
                    "the outcome for event \(delivery.event) cannot be stored: \(error)", about: start.subject)
                guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            }
        }
    }

    private func wake(in pause: Duration) {
        alarm?.cancel()
        alarm = Task { [signal] in
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            signal.yield()
        }
    }
}

extension Attempt {
    fileprivate var label: String {
        switch self {
        case .delivered: "delivered"
        case .retry: "retried"
        case .dead: "dead"
        }
    }
}
