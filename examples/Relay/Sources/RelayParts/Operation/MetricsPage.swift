import Moonwire

/// Answers with the counters, also of deliveries and of the wiring.
public final class MetricsPage: Route, Exposed {
    public let path: String
    public let methods = ["GET"]
    private let metrics: Metrics
    private let store: EventStore
    private let gateway: Gateway
    private let reloads: ReloadJournal
    private let activity: Activity

    init(
        path: String, metrics: Metrics, store: EventStore, gateway: Gateway, reloads: ReloadJournal,
        activity: Activity
    ) {
        self.path = path
        self.metrics = metrics
        self.store = store
        self.gateway = gateway
        self.reloads = reloads
        self.activity = activity
    }

    public func answer(_ request: Request, log: RequestLog) async throws -> Response {
        let summaries = try await store.targetSummaries().sorted { $0.key < $1.key }
        let waiting = Metrics.gauge(
            "relay_deliveries_waiting", summaries.map { (["target": $0.key], $0.value.waiting) })
        let dead = Metrics.gauge("relay_dead_letters", summaries.map { (["target": $0.key], $0.value.dead) })
        let type = "text/plain; version=0.0.4; charset=utf-8"
        return .text(metrics.text + waiting + dead + (try wiring()) + activity.text, type: type)
    }

    private func wiring() throws -> String {
        let (wiring, generations, counts) = (try gateway.wiring(), try gateway.generations(), reloads.counts)
        let reloads = Metrics.counter(
            "relay_reloads_total", [(["outcome": "adopted"], counts.adopted), (["outcome": "refused"], counts.refused)])
        return reloads + Metrics.gauge("relay_generation", [([:], wiring.generation)])
            + Metrics.gauge("relay_generations_in_use", [([:], generations.count)])
            + Metrics.gauge("relay_generations_former", [([:], generations.count { !$0.isCurrent })])
            + Metrics.gauge("relay_instances_draining", [([:], generations.map(\.draining.count).reduce(0, +))])
            + Metrics.gauge("relay_scopes_open", [([:], generations.map(\.scopes.count).reduce(0, +))])
            + Metrics.gauge("relay_degraded", [([:], wiring.degraded == nil ? 0 : 1)])
    }
}
