import Foundation
import Moonwire

/// A request, and the answer of the first route for it.
public final class Exchange: Sendable, Exposed {
    private let request: Request
    private let routes: [any Route]
    private let log: RequestLog
    private let metrics: Metrics

    init(request: Request, routes: RouteList, log: RequestLog, metrics: Metrics) {
        self.request = request
        self.routes = routes.all
        self.log = log
        self.metrics = metrics
    }

    func answer() async -> Response {
        let start = ContinuousClock.now
        var response = await routed()
        response.headers.append(("X-Request-Id", request.id))
        // Pages that are read each second would hide the rest.
        if request.method != "GET" || response.status >= 400 {
            let milliseconds = String(format: "%.1f", (ContinuousClock.now - start) / .milliseconds(1))
            log.write("\(request.method) \(request.path) \(response.status) \(milliseconds) ms")
        }
        metrics.count("relay_requests_total", ["status": "\(response.status)"])
        return response
    }

    private func routed() async -> Response {
        let method = request.method == "HEAD" ? "GET" : request.method
        let matching = routes.filter { $0.matches(request.path) }
        guard !matching.isEmpty else { return unknownRoute }
        guard let route = matching.first(where: { $0.methods.contains(method) }) else {
            let allowed = Set(matching.flatMap(\.methods)).sorted().joined(separator: ", ")
            var response = Response.refusal(405, "\(request.path) takes \(allowed), not \(request.method)")
            response.headers.append(("Allow", allowed))
            return response
        }
        do {
            return try await route.answer(request, log: log)
        } catch let refusal as Refusal {
            log.write(refusal.description)
            return .refusal(refusal.status, refusal.description)
        } catch {
            log.write("\(error)")
            return .refusal(500, "the request could not be answered; see the log for request \(request.id)")
        }
    }

    private var unknownRoute: Response {
        let nearest = Suggestions(among: routes.map(\.path)).nearest(to: request.path).first
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        return .refusal(404, "no route has the path \"\(request.path)\"\(hint)")
    }
}
