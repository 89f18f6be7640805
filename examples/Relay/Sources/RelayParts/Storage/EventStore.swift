import CSQLite
import Foundation
import Moonwire

/// Keeps events and their deliveries in a database; what a method has stored is on the disk when it returns.
///
/// - Exposes: check, close
public actor EventStore: Exposed {
    private let executor = StorageExecutor(label: "relay.storage")
    private let bell: Bell
    private var database: SQLite?
    /// What the next transaction changes, with those who wait for it.
    private var changes: [Change] = []

    private struct Change {
        let make: (SQLite) throws -> Void
        let made: CheckedContinuation<Void, any Error>
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the database, and creates it if it does not exist; it is full when it has that size.
    init(path: String, megabytes: Double = 4096, bell: Bell) throws {
        self.bell = bell
        do {
            database = try Self.open(path, megabytes)
        } catch let failure as SQLite.Failure where failure.code == SQLITE_BUSY {
            throw StoreFailure(description: "\(path) is in use by another process")
        } catch let failure as SQLite.Failure {
            throw StoreFailure(description: "\(path) cannot be opened: \(failure)")
        }
    }

    private static func open(_ path: String, _ megabytes: Double) throws -> SQLite {
        let database = try SQLite(path: path)
        // No other process may deliver the same events.
        try database.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        try database.execute("PRAGMA page_size = 4096; PRAGMA max_page_count = \(max(1, Int(megabytes * 256)))")
        try database.transaction { try database.execute(Schema.text) }
        return database
    }

    /// Stores an event and its deliveries.
    func accept(_ event: Event, _ outcome: Webhook.Outcome, targets: [String]) async throws {
        try await commit { database in
            try database.run(
                "INSERT INTO events (id, route, request, received, type, body, outcome) VALUES (?, ?, ?, ?, ?, ?, ?)",
                .text(event.id), .text(event.route), .text(event.request),
                .number(event.received.timeIntervalSince1970), .text(event.contentType), .blob(event.body),
                .text(outcome.label))
            try Self.add(outcome, of: event.id, to: targets, database)
        }
        bell.ring()
    }

    /// Makes a change in one transaction with others that are wanted at the same time, so that they wait for the disk together.
    private func commit(_ make: @escaping (SQLite) throws -> Void) async throws {
        try await withCheckedThrowingContinuation { made in
            changes.append(Change(make: make, made: made))
            // The task runs after the calls that wait for this actor already.
            if changes.count == 1 { Task { commitChanges() } }
        }
    }

    private func commitChanges() {
        let all = changes
        changes = []
        do {
            try make(all)
            for change in all { change.made.resume() }
        } catch {
            // Some of them may have room, and each has an answer of its own.
            for change in all { change.made.resume(with: Result { try make([change]) }) }
        }
    }

    private func make(_ changes: [Change]) throws {
        let database = try opened()
        try database.transaction { for change in changes { try change.make(database) } }
    }

    /// Replaces the dead letter of an event whose steps failed by what they make of it now.
    func replace(_ letter: Int64, with outcome: Webhook.Outcome, targets: [String]) throws {
        let database = try opened()
        try database.transaction {
            let events = try database.rows(
                "DELETE FROM deliveries WHERE id = ? AND state = 'dead' AND target IS NULL RETURNING event",
                .integer(letter)
            ) { $0.text(0) }
            guard let event = events.first else { throw Refusal(409, "the dead letter \(letter) is being retried") }
            try database.run("UPDATE events SET outcome = ? WHERE id = ?", .text(outcome.label), .text(event))
            try Self.add(outcome, of: event, to: targets, database)
        }
        bell.ring()
    }

    private static func add(
        _ outcome: Webhook.Outcome, of event: String, to targets: [String], _ database: SQLite
    ) throws {
        let insert =
            "INSERT INTO deliveries (event, target, type, body, state, due, reason) VALUES (?, ?, ?, ?, ?, ?, ?)"
        let now = SQLiteValue.number(Date.now.timeIntervalSince1970)
        switch outcome {
        case .deliver(let payload):
            for target in targets {
                try database.run(
                    insert, .text(event), .text(target), .text(payload.contentType), .blob(payload.body),
                    .text("waiting"), now, nil)
            }
        case .drop: break
        case .fail(let reason): try database.run(insert, .text(event), nil, nil, nil, .text("dead"), now, .text(reason))
        }
    }

    /// The deliveries that are due, for each target those that wait longest first, and the date of the next one.
    ///
    /// `room` returns the number of deliveries to a target that can begin.
    func due(
        at now: Date, without excluded: Set<Int64>, room: @Sendable (String) -> Int
    ) throws -> (deliveries: [Delivery], next: Date?) {
        let database = try opened()
        var deliveries: [Delivery] = []
        var next: Date?
        for target in try database.rows(Self.waitingTargets, as: { $0.text(0) }) {
            let room = room(target)
            let rows = try database.rows(
                Self.dueDeliveries, .text(target), .number(now.timeIntervalSince1970),
                .integer(Int64(room + excluded.count)), as: Self.delivery)
            deliveries += rows.filter { !excluded.contains($0.id) }.prefix(room)
            let later = try database.rows(
                "SELECT MIN(due) FROM deliveries WHERE state = 'waiting' AND target = ? AND due > ?", .text(target),
                .number(now.timeIntervalSince1970)
            ) { $0.optionalDate(0) }
            next = [next, later.first ?? nil].compactMap(\.self).min()
        }
        return (deliveries, next)
    }

    /// Each step of the recursion is one search of the index, whose cost does not depend on the number of deliveries.
    private static let waitingTargets = """
        WITH RECURSIVE waiting (target) AS (
            SELECT MIN(target) FROM deliveries WHERE state = 'waiting'
            UNION ALL
            SELECT (SELECT MIN(d.target) FROM deliveries d WHERE d.state = 'waiting' AND d.target > waiting.target)
            FROM waiting WHERE target IS NOT NULL
        ) SELECT target FROM waiting WHERE target IS NOT NULL
        """

    private static let dueDeliveries = """
        SELECT d.id, d.event, e.request, d.target, d.attempts, d.type, d.body
        FROM deliveries d JOIN events e ON e.id = d.event
        WHERE d.state = 'waiting' AND d.target = ? AND d.due <= ? ORDER BY d.due, d.id LIMIT ?
        """

    private static func delivery(_ row: SQLiteRow) -> Delivery {
        Delivery(
            id: row.integer(0), event: row.text(1), request: row.text(2), target: row.text(3),
            attempts: Int(row.integer(4)), payload: Payload(contentType: row.text(5), body: row.data(6)))
    }

    func record(_ attempt: Attempt, of delivery: Int64) async throws {
        let update = "UPDATE deliveries SET state = ?, due = ?, reason = ?, attempts = attempts + 1 WHERE id = ?"
        let now = SQLiteValue.number(Date.now.timeIntervalSince1970)
        try await commit { database in
            switch attempt {
            case .delivered: try database.run(update, .text("delivered"), now, nil, .integer(delivery))
            case .retry(let date, let reason):
                try database.run(
                    update, .text("waiting"), .number(date.timeIntervalSince1970), .text(reason), .integer(delivery))
            case .dead(let reason): try database.run(update, .text("dead"), now, .text(reason), .integer(delivery))
            }
        }
    }

    /// Makes a dead letter a delivery again.
    func revive(_ letter: Int64) throws {
        let database = try opened()
        try database.run(
            """
            UPDATE deliveries SET state = 'waiting', attempts = 0, due = ?, reason = NULL
            WHERE id = ? AND state = 'dead' AND target IS NOT NULL
            """, .number(Date.now.timeIntervalSince1970), .integer(letter))
        guard database.changes == 1 else { throw Refusal(409, "the dead letter \(letter) is being retried") }
        bell.ring()
    }

    /// Removes events that were received before a date, without those that wait or are dead letters; returns their number.
    func removeEvents(before date: Date) throws -> Int {
        let database = try opened()
        return try database.transaction {
            let events = try database.rows(
                """
                SELECT id FROM events e WHERE received < ? AND NOT EXISTS (
                    SELECT 1 FROM deliveries d WHERE d.event = e.id AND d.state <> 'delivered'
                ) ORDER BY number LIMIT 10000
                """, .number(date.timeIntervalSince1970)
            ) { $0.text(0) }
            for event in events {
                try database.run("DELETE FROM deliveries WHERE event = ?", .text(event))
                try database.run("DELETE FROM events WHERE id = ?", .text(event))
            }
            return events.count
        }
    }

    /// Throws if the database does not answer.
    func check() throws { _ = try opened().rows("SELECT 1") { $0.integer(0) } }

    /// Closes the database, which other processes can open then.
    func close() { database = nil }

    func opened() throws -> SQLite {
        guard let database else { throw Refusal(503, "the store is closed") }
        return database
    }
}

/// A store that cannot be opened.
struct StoreFailure: Error, CustomStringConvertible {
    let description: String
}
