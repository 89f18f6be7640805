#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Two connections to a server: one for commands, and one to which the server sends changes.
final class Link {
    /// A change that the server announced.
    enum Announcement {
        case changed(key: String, StoredField)
        /// A message that no store sent: something may have changed.
        case unknown
    }

    private let commands: Connection
    private let subscriber: Connection
    private let server: RedisServer
    private let hash: String
    /// A time of the server's clock, in microseconds, and an instant at which it was not earlier.
    private var clock = (time: Int64(0), instant: ContinuousClock.now)
    private var announcements: [Announcement] = []

    /// Connects and subscribes; changes from now on are announced.
    init(to server: RedisServer, hash: String, _ options: RedisOptions) throws(RedisError) {
        commands = try Connection(to: server, options)
        subscriber = try Connection(to: server, options)
        self.server = server
        self.hash = hash
        guard case .list = try subscriber.request(["SUBSCRIBE", server.channel(for: hash)]) else {
            throw unexpected("SUBSCRIBE")
        }
        let time = try commands.request(["TIME"]).texts?.compactMap { Int64($0) } ?? []
        guard time.count == 2 else { throw unexpected("TIME") }
        clock = (time[0] &* 1_000_000 &+ time[1], .now)
    }

    /// Reads the hash.
    func fields() throws(RedisError) -> [String: StoredField] {
        guard let fields = StoredField.all(in: try commands.request(["HGETALL", hash])) else {
            throw unexpected("HGETALL")
        }
        return fields
    }

    /// Sends operations together, and calls a closure with the outcome of each, in order.
    func carryOut(
        _ entries: ArraySlice<Entry>, of writer: String,
        _ settle: (Entry, Result<Operation.Outcome, RedisError>) -> Void
    ) throws(RedisError) {
        let channel = server.channel(for: hash)
        try commands.send(
            entries.map {
                $0.operation.command(
                    hash: hash, channel: channel, mark: "\(writer).\($0.number)",
                    time: $0.isDeferred ? serverTime(of: $0) : nil)
            })
        for entry in entries {
            switch try commands.nextReply() {
            case .error(let text): settle(entry, .failure(commands.refusal(of: entry.operation.commandName, text)))
            case let reply:
                guard let outcome = Operation.Outcome(reply, to: entry.operation) else {
                    throw unexpected(entry.operation.commandName)
                }
                settle(entry, outcome.result(of: entry.operation, server, hash))
            }
        }
    }

    /// The time of a queued write by the server's clock.
    ///
    /// It is never too late, because the write must not win against later ones, but later than the value that its process knew.
    private func serverTime(of entry: Entry) -> Int64 {
        let age = Int64(((clock.instant - entry.instant) / .microseconds(1)).rounded(.up))
        return max(1, clock.time &- age, entry.knownTime + 1)
    }

    /// Waits until the server announces something or ends the connection, the pipe is written to, or the time has come;
    /// returns what is announced.
    func nextAnnouncements(
        orWoken pipe: WakePipe, until deadline: ContinuousClock.Instant
    ) throws(RedisError) -> [Announcement] {
        let descriptors = [pipe.reader, subscriber.descriptor, commands.descriptor]
        let found = ready(descriptors.map { ($0, POLLIN) }, until: deadline)
        if found.contains(pipe.reader) { pipe.clear() }
        if found.contains(subscriber.descriptor) {
            try subscriber.receive()
            while let reply = try subscriber.parsedReply() { try accept(reply) }
        }
        if found.contains(commands.descriptor) {
            // There is nothing to reply to: this is the end of the connection, or a last error.
            try commands.receive()
            if let reply = try commands.parsedReply() { throw unexpected("PING", reply) }
        }
        defer { announcements = [] }
        return announcements
    }

    /// Checks that the server answers on both connections.
    func checkHeartbeat() throws(RedisError) {
        _ = try commands.request(["PING"])
        try subscriber.send([["PING"]])
        while true {
            let reply = try subscriber.nextReply()
            if reply.texts?.first == "pong" { return }
            try accept(reply)
        }
    }

    private func accept(_ reply: Reply) throws(RedisError) {
        guard let texts = reply.texts, texts.count == 3, texts[0] == "message" else {
            throw unexpected("SUBSCRIBE", reply)
        }
        announcements.append(Announcement(texts[2]))
    }

    private func unexpected(_ command: String, _ reply: Reply? = nil) -> RedisError {
        if case .error(let text)? = reply { return commands.refusal(of: command, text) }
        return RedisError(server, .notRedis(reason: "it sent an unexpected reply to \(command)"))
    }
}

extension Link.Announcement {
    /// Reads a message such as `15:Settings.volume1796000000000000 {"integer":5}`.
    init(_ message: String) {
        let bytes = message.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let length = Int(message[..<colon]), length >= 0,
            let start = bytes.index(colon, offsetBy: 1, limitedBy: bytes.endIndex),
            let end = bytes.index(start, offsetBy: length, limitedBy: bytes.endIndex),
            let key = String(bytes[start..<end])
        else {
            self = .unknown
            return
        }
        self = .changed(key: key, StoredField(String(message[end...])))
    }
}
