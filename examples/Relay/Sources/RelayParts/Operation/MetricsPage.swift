import Moonwire

/// Answers with the counters, and with the numbers of deliveries.
public final class MetricsPage: Route, Exposed {
    public let path: String
    public let methods = ["GET"]
    private let metrics: Metrics
    private let store: EventStore
    private let gateway: Gateway

    init(path: String, metrics: Metrics, store: EventStore, gateway: Gateway) {
        self.path = path
        self.metrics = metrics
        self.store = store
        self.gateway = gateway
    }

    public static let exposure = Exposure(MetricsPage.self) {
        Initializer("path", "metrics", "store", "gateway", body: MetricsPage.init)
        Provides { $0 as any Route }
    }

    public func answer(_ request: Request, log: RequestLog) async throws -> Response {
        let summaries = try await store.targetSummaries().sorted { $0.key < $1.key }
        let waiting = Metrics.gauge(
            "relay_deliveries_waiting", summaries.map { (["target": $0.key], $0.value.waiting) })
        let dead = Metrics.gauge("relay_dead_letters", summaries.map { (["target": $0.key], $0.value.dead) })
        let generation = Metrics.gauge("relay_generation", [([:], gateway.generation)])
        return .text(metrics.text + waiting + dead + generation, type: "text/plain; version=0.0.4; charset=utf-8")
    }
}
