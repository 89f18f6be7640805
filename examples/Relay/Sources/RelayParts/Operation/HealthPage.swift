import Moonwire

/// Answers whether all services work, with the status 200 or 503, and which wiring serves.
public final class HealthPage: Route, Exposed {
    private struct Report: Encodable {
        let healthy: Bool
        let services: [String: String]
        let wiring: ServingWiring
    }

    public let path: String
    public let methods = ["GET"]
    private let gateway: Gateway

    init(path: String, gateway: Gateway) {
        self.path = path
        self.gateway = gateway
    }

    public func answer(_ request: Request, log: RequestLog) async throws -> Response {
        let report = try await gateway.health()
        let services = Dictionary(
            report.services.map { ($0.id, $0.problem?.message ?? "works") }, uniquingKeysWith: { $1 })
        return .json(
            report.isHealthy ? 200 : 503,
            Report(healthy: report.isHealthy, services: services, wiring: try gateway.wiring()))
    }
}
