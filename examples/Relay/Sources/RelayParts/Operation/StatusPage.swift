import Foundation
import Moonwire

/// Shows the latest events, the targets, the dead letters, and the wiring in a page that refreshes itself.
public final class StatusPage: Route, Exposed {
    public let path: String
    public let methods = ["GET"]
    private let store: EventStore
    private let targets: TargetList
    private let gateway: Gateway

    init(path: String, store: EventStore, targets: TargetList, gateway: Gateway) {
        self.path = path
        self.store = store
        self.targets = targets
        self.gateway = gateway
    }

    public func answer(_ request: Request, log: RequestLog) async throws -> Response {
        let page: HTML = """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Relay</title>
            <meta name="viewport" content="width=device-width">
            <noscript><meta http-equiv="refresh" content="2"></noscript>
            <style>\(StatusStyle.css)</style></head><body>\(try await content())<script>\(StatusStyle.script)</script></body></html>

            """
        return .html(page.text)
    }

    private func content() async throws -> HTML {
        let summaries = try await store.targetSummaries()
        let names = Set(targets.all.map(\.name)).union(summaries.keys).subtracting([""]).sorted()
        let total = summaries.values.reduce(into: TargetSummary()) { sum, one in
            sum.waiting += one.waiting
            sum.delivered += one.delivered
            sum.dead += one.dead
        }
        let wiring = try gateway.wiring()
        return """
            <main><header><h1>Relay</h1><p>\(serving(wiring))</p></header>\(degraded(wiring))
            <ul class="numbers">
            \(number(try await store.eventCount(), "events"))\(number(total.delivered, "delivered"))
            \(number(total.waiting, "waiting"))\(number(total.dead, "dead letters", isBad: total.dead > 0))
            </ul>
            \(lastReload(try gateway.lastReload()))
            <h2>Targets</h2><table><tr><th>target<th>delivered<th>waiting<th>dead</tr>
            \(names.map { row($0, summaries[$0] ?? TargetSummary()) })</table>
            \(letters(try await store.deadLetters(limit: 10)))
            <h2>Events</h2><table><tr><th>received<th>route<th>event<th>deliveries</tr>
            \(try await store.latestEvents(limit: 20).map(row))</table></main>
            """
    }

    private func number(_ value: Int, _ noun: String, isBad: Bool = false) -> HTML {
        "<li class=\"\(isBad ? "bad" : "good")\"><b>\(value)</b> \(noun)</li>"
    }

    private func serving(_ wiring: ServingWiring) -> HTML {
        "generation \(wiring.generation) since \(wiring.since), by \(wiring.by)"
    }

    private func degraded(_ wiring: ServingWiring) -> HTML {
        wiring.degraded.map { "<p class=\"bad\">degraded: \($0)</p>" } ?? ""
    }

    private func lastReload(_ record: ReloadRecord?) -> HTML {
        guard let record else { return "<h2>Last reload</h2><p>none since the start</p>" }
        let (rating, verb, text) =
            switch record.outcome {
            case .reloaded(let plan): ("good", "adopted", "\(plan)")
            case .refused(let error): ("bad", "refused", "\(error)")
            }
        return """
            <h2>Last reload</h2>
            <p class="\(rating)">\(verb) at \(record.date.formatted(.iso8601)), by \(record.origin)</p>
            <pre>\(text)</pre>
            """
    }

    private func row(_ name: String, _ summary: TargetSummary) -> HTML {
        let isKnown = targets.named(name) != nil
        return """
            <tr><td>\(name)\(isKnown ? "" : " (not defined)")<td>\(summary.delivered)<td>\(summary.waiting)\
            <td class="\(summary.dead > 0 ? "bad" : "good")">\(summary.dead)</tr>
            """
    }

    private func letters(_ letters: [DeadLetter]) -> HTML {
        guard !letters.isEmpty else { return "" }
        let rows = letters.map { letter -> HTML in
            "<tr><td>\(letter.id)<td>\(letter.target ?? letter.route)<td><code>\(letter.event)</code><td>\(letter.reason)</tr>"
        }
        return "<h2>Dead letters</h2><table><tr><th>number<th>target or route<th>event<th>reason</tr>\(rows)</table>"
    }

    private func row(_ event: EventSummary) -> HTML {
        let deliveries = event.deliveries.map { delivery -> HTML in
            let attempts = delivery.attempts > 1 ? " after \(delivery.attempts) attempts" : ""
            return """
                <span class="\(delivery.state)" title="\(delivery.reason ?? "")">\(delivery.target ?? "step"): \
                \(delivery.state)\(attempts)</span>
                """
        }
        let none: HTML = "<span>\(event.outcome)</span>"
        return """
            <tr><td>\(event.received.formatted(.iso8601))<td>\(event.route)<td><code>\(event.id)</code>\
            <td>\(deliveries.isEmpty ? [none] : deliveries)</tr>
            """
    }
}
