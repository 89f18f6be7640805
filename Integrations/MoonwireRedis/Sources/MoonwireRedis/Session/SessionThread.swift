import Moonwire
import Synchronization

/// The thread of a session: it connects, follows changes, sends operations, and connects again.
struct SessionThread {
    /// The number of operations that are sent together.
    private static let batch = 100
    /// The time after which a connection that ends is not a failed attempt.
    private static let stable = Duration.seconds(1)

    private let session: Session

    init(_ session: Session) {
        self.session = session
    }

    /// Runs until the session has ended.
    func run() {
        blockPipeSignal()
        var pauses = Pauses(longest: session.options.longestPause)
        while !hasEnded {
            let begin = ContinuousClock.now
            do throws(RedisError) {
                let link = try Link(to: session.server, hash: session.hash, session.options)
                try catchUp(on: link)
                try follow(link)
            } catch {
                handleLoss(error)
            }
            if .now - begin > Self.stable { pauses.reset() }
            pause(pauses.pause())
        }
        session.reportUnsent()
    }

    private var hasEnded: Bool { session.state.withLock { $0.hasEnded } }

    /// Waits for the next attempt, or for the end of the session.
    private func pause(_ time: Duration) {
        let deadline = ContinuousClock.now + time
        while !hasEnded, session.pipe.waitUntilWoken(until: deadline) {}
    }

    /// Sends the queue and reads the hash; then the store is connected.
    private func catchUp(on link: Link) throws(RedisError) {
        var superseded = try send(session.state.withLock { $0.takeDeferred() }, on: link)
        try readFields(from: link)
        superseded += try send(session.recordStatus(.connected), on: link)
        if !superseded.isEmpty {
            session.report(.superseded(server: session.server.description, keys: superseded.sorted()))
        }
    }

    private func readFields(from link: Link) throws(RedisError) {
        replace(with: try link.fields())
    }

    private func replace(with fields: [String: StoredField]) {
        let difference = session.state.withLock { state in
            defer {
                state.hasValues = true
                state.lastContact = Contact()
            }
            return state.mirror.replace(with: fields)
        }
        if !difference.lostKeys.isEmpty {
            session.report(.lostByServer(server: session.server.description, keys: difference.lostKeys))
        }
        if difference.isChanged { session.announceChange() }
    }

    /// Applies what the server announces, and sends what callers request.
    private func follow(_ link: Link) throws(RedisError) {
        let heartbeat = session.options.heartbeat
        var nextHeartbeat = ContinuousClock.now + heartbeat
        while !hasEnded {
            let announcements = try link.nextAnnouncements(orWoken: session.pipe, until: nextHeartbeat)
            try apply(announcements, from: link)
            if .now >= nextHeartbeat {
                try link.checkHeartbeat()
                recordContact()
                nextHeartbeat = .now + heartbeat
            }
            while true {
                let entries = session.state.withLock { $0.takeWaiting(atMost: Self.batch) }
                if entries.isEmpty { break }
                _ = try send(entries, on: link)
            }
        }
    }

    private func recordContact() { session.state.withLock { $0.lastContact = Contact() } }

    private func apply(_ announcements: [Link.Announcement], from link: Link) throws(RedisError) {
        guard !announcements.isEmpty else { return }
        recordContact()
        var isChanged = false
        var mustRead = false
        session.state.withLock { state in
            for announcement in announcements {
                switch announcement {
                case .changed(let key, let field): if state.mirror.apply(field, to: key) { isChanged = true }
                case .unknown: mustRead = true
                }
            }
        }
        if isChanged { session.announceChange() }
        if mustRead { try readFields(from: link) }
    }
}

extension SessionThread {
    /// What the server did with operations that were sent together.
    private struct Tally {
        /// The keys of queued writes that lost to later ones.
        var superseded: [String] = []
        /// The callers whose values the mirror does not show, because it has later ones.
        var unseen: [Ticket] = []
        /// The error after which queued writes must wait.
        var outage: RedisError?
    }

    /// Sends operations in order; returns the keys of those that later writes of others supersede.
    private func send(_ entries: [Entry], on link: Link) throws(RedisError) -> [String] {
        var superseded: [String] = []
        var settled = 0
        do throws(RedisError) {
            while settled < entries.count {
                let part = entries[settled...].prefix(Self.batch)
                var tally = Tally()
                defer { for ticket in tally.unseen { ticket.settle(.success(())) } }
                try link.carryOut(part, of: session.name) { entry, result in
                    settled += 1
                    switch result {
                    case .success(let outcome): confirm(entry, outcome, &tally)
                    case .failure(let error): if let error = refuse(entry, error) { tally.outage = error }
                    }
                }
                superseded += tally.superseded
                if let outage = tally.outage { throw outage }
                // Another process wrote in between, or the hash was removed and the clock set back.
                if !tally.unseen.isEmpty { try readFields(from: link) }
            }
        } catch {
            for entry in entries[settled...] { putBack(entry, error, wasSent: true) }
            throw error
        }
        return superseded
    }

    private func confirm(_ entry: Entry, _ outcome: Operation.Outcome, _ tally: inout Tally) {
        if case .fetchAll = entry.operation {
            replace(with: Dictionary(outcome.fields.map { ($0.key, $0.field) }) { one, _ in one })
            entry.ticket?.settle(.success(()))
            return
        }
        let (isChanged, isUnseen) = session.state.withLock { state in
            let before = state.content(of: entry.operation.key)
            state.forget(entry)
            state.lastContact = Contact()
            var isChanged = state.content(of: entry.operation.key) != before
            for (key, field) in outcome.fields where state.mirror.apply(field, to: key) { isChanged = true }
            // A field that the mirror has, and the server no longer has, is reported with all others.
            let isLost =
                entry.operation.isRead && outcome.fields.isEmpty
                && state.mirror.fields[entry.operation.key] != nil
            return (isChanged, isLost || outcome.fields.contains { state.mirror.fields[$0.key]?.time != $0.field.time })
        }
        if isChanged { session.announceChange() }
        if let ticket = entry.ticket {
            if isUnseen { tally.unseen.append(ticket) } else { ticket.settle(.success(())) }
        }
        guard outcome.kind == .superseded, case .write(let key, _, _) = entry.operation else { return }
        tally.superseded.append(key)
    }

    /// Handles an error of the server; returns it if the same write may succeed later, and no caller waits for it.
    private func refuse(_ entry: Entry, _ error: RedisError) -> RedisError? {
        let key = entry.operation.key
        if entry.ticket?.settle(.failure(entry.operation.failure(error))) == true {
            session.state.withLock { $0.forget(entry) }
            if session.options.canQueue { session.announceChange() }
            return nil
        }
        // The caller has thrown an error already.
        guard session.options.canQueue, !entry.operation.isRead else { return nil }
        if error.isOutage {
            putBack(entry, error, wasSent: false)
            return error
        }
        session.state.withLock { $0.forget(entry) }
        session.announceChange()
        session.report(.lost(server: session.server.description, keys: [key], reason: error.withoutKey.description))
        return nil
    }

    /// Returns a write to the queue, or reports that it failed.
    private func putBack(_ entry: Entry, _ error: RedisError, wasSent: Bool) {
        let (options, server) = (session.options, session.server)
        var failure = error
        if options.canQueue, case .write = entry.operation {
            if session.state.withLock({ $0.requeue(entry, limit: options.queueLimit) }) {
                entry.ticket?.settle(.success(()))
                return
            }
            failure = RedisError(server, .queueFull(limit: options.queueLimit))
        } else if wasSent, !entry.operation.isRead {
            failure = RedisError(server, .unconfirmed)
        }
        session.state.withLock { $0.forget(entry) }
        if options.canQueue { session.announceChange() }
        let key = entry.operation.key
        let isUnsettled = entry.ticket?.settle(.failure(entry.operation.failure(failure))) != true
        if isUnsettled, options.canQueue, !entry.operation.isRead {
            session.report(.lost(server: server.description, keys: [key], reason: failure.description))
        }
    }

    private func handleLoss(_ error: RedisError) {
        let absence = session.state.withLock { RedisAbsence(reason: error, lastContact: $0.lastContact) }
        session.recordStatus(.away(absence))
        failWaiting(error)
    }

    private func failWaiting(_ error: RedisError) {
        for entry in session.state.withLock({ $0.takeWaiting() }) { putBack(entry, error, wasSent: false) }
    }
}
