import Foundation
import Moonwire

/// Removes events whose deliveries have all ended well, some days after they were received.
///
/// Dead letters stay until they are delivered.
///
/// - Exposes: run
public actor Retention: Exposed {
    @Preference("Retention.days") private var days: Double

    private let store: EventStore
    private let pause: Duration
    private let log: Log

    init(store: EventStore, pause: Duration, log: Log) {
        self.store = store
        self.pause = pause
        self.log = log
    }

    /// Runs until its task is cancelled.
    func run() async {
        repeat {
            do {
                let date = Date.now.addingTimeInterval(try -$days.get() * 86_400)
                let count = try await store.removeEvents(before: date)
                if count > 0 { log.write("removed \(count) old events") }
            } catch let error as ContainerError where error.code == .containerEnded {
                return
            } catch {
                log.write("old events cannot be removed: \(error)")
            }
        } while (try? await Task.sleep(for: pause)) != nil
    }
}
