import Foundation

/// What operators ask about the store.
extension EventStore {
    func deadLetters(limit: Int) throws -> [DeadLetter] {
        try opened().rows(
            """
            SELECT d.id, d.event, e.route, d.target, d.attempts, d.reason FROM deliveries d JOIN events e ON e.id = d.event
            WHERE d.state = 'dead' ORDER BY d.id DESC LIMIT ?
            """, .integer(Int64(limit)), as: Self.letter)
    }

    func deadLetter(_ id: Int64) throws -> (letter: DeadLetter, event: Event)? {
        try opened().rows(
            """
            SELECT d.id, d.event, e.route, d.target, d.attempts, d.reason, e.request, e.received, e.type, e.body
            FROM deliveries d JOIN events e ON e.id = d.event WHERE d.state = 'dead' AND d.id = ?
            """, .integer(id)
        ) { row in
            let event = Event(
                id: row.text(1), route: row.text(2), request: row.text(6), received: row.date(7),
                contentType: row.text(8), body: row.data(9))
            return (letter: Self.letter(row), event: event)
        }.first
    }

    /// The latest events, latest first.
    func latestEvents(limit: Int) throws -> [EventSummary] {
        let database = try opened()
        return try database.rows(
            "SELECT id, route, received, outcome FROM events ORDER BY number DESC LIMIT ?", .integer(Int64(limit))
        ) { row in (row.text(0), row.text(1), row.date(2), row.text(3)) }.map { id, route, received, outcome in
            let deliveries = try database.rows(
                "SELECT target, state, attempts, reason FROM deliveries WHERE event = ? ORDER BY id", .text(id)
            ) { row in
                DeliverySummary(
                    target: row.optionalText(0), state: row.text(1), attempts: Int(row.integer(2)),
                    reason: row.optionalText(3))
            }
            return EventSummary(id: id, route: route, received: received, outcome: outcome, deliveries: deliveries)
        }
    }

    /// The numbers of deliveries by target; those without one have an empty name.
    func targetSummaries() throws -> [String: TargetSummary] {
        var summaries: [String: TargetSummary] = [:]
        let counts = try opened().rows("SELECT target, state, COUNT(*) FROM deliveries GROUP BY target, state") { row in
            (row.text(0), row.text(1), Int(row.integer(2)))
        }
        for (target, state, count) in counts {
            switch state {
            case "waiting": summaries[target, default: TargetSummary()].waiting = count
            case "delivered": summaries[target, default: TargetSummary()].delivered = count
            default: summaries[target, default: TargetSummary()].dead = count
            }
        }
        return summaries
    }

    func eventCount() throws -> Int {
        try opened().rows("SELECT COUNT(*) FROM events") { Int($0.integer(0)) }.first ?? 0
    }

    private static func letter(_ row: SQLiteRow) -> DeadLetter {
        DeadLetter(
            id: row.integer(0), event: row.text(1), route: row.text(2), target: row.optionalText(3),
            attempts: Int(row.integer(4)), reason: row.text(5))
    }
}
