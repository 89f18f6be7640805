import CHiredis

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A connection to a server, which one thread uses.
///
/// hiredis has the protocol; this type waits, so that every exchange has a deadline, however slowly the server sends.
final class Connection {
    private let context: UnsafeMutablePointer<redisContext>
    private let server: RedisServer
    private let answerLimit: Duration

    var descriptor: Int32 { context.pointee.fd }

    /// Connects, and authenticates.
    init(to server: RedisServer, _ options: RedisOptions) throws(RedisError) {
        if let fault = server.fault { throw RedisError(server, .unreachable(reason: fault)) }
        let limit = options.connectLimit.timeValue
        let opened =
            switch server.address {
            case .host(let host, let port): redisConnectWithTimeout(host, Int32(clamping: port), limit)
            case .socket(let path): redisConnectUnixWithTimeout(path, limit)
            }
        guard let opened else { throw RedisError(server, .unreachable(reason: "out of memory")) }
        context = opened
        self.server = server
        answerLimit = options.answerLimit
        guard opened.pointee.err == 0 else {
            throw RedisError(server, .unreachable(reason: Self.text(of: opened)))
        }
        makeNonblocking(opened.pointee.fd)
        opened.pointee.flags &= ~REDIS_BLOCK
        try identify()
    }

    deinit { redisFree(context) }

    private func identify() throws(RedisError) {
        if let password = server.password {
            _ = try request(["AUTH"] + [server.username, password].compactMap(\.self))
        }
        if server.database != 0 { _ = try request(["SELECT", "\(server.database)"]) }
    }

    /// Sends a command, and waits for the reply; throws if it is an error.
    func request(_ command: [String]) throws(RedisError) -> Reply {
        try send([command])
        let reply = try nextReply()
        if case .error(let text) = reply { throw refusal(of: command[0], text) }
        return reply
    }

    /// The error for a reply that is an error.
    func refusal(of command: String, _ reply: String) -> RedisError {
        RedisError(server, .refused(command: command, reply: server.masked(reply)))
    }

    /// Sends commands.
    func send(_ commands: [[String]]) throws(RedisError) {
        for command in commands { try append(command) }
        let deadline = ContinuousClock.now + answerLimit
        while true {
            var done: Int32 = 0
            guard redisBufferWrite(context, &done) == REDIS_OK else { throw failure }
            if done != 0 { return }
            try wait(for: POLLOUT, until: deadline)
        }
    }

    /// Waits for the reply to the first command that has none.
    func nextReply() throws(RedisError) -> Reply {
        let deadline = ContinuousClock.now + answerLimit
        while true {
            if let reply = try parsedReply() { return reply }
            try wait(for: POLLIN, until: deadline)
            try receive()
        }
    }

    /// The next reply among the bytes that were received; nil if it is not complete.
    func parsedReply() throws(RedisError) -> Reply? {
        var pointer: UnsafeMutableRawPointer?
        guard redisGetReplyFromReader(context, &pointer) == REDIS_OK else { throw failure }
        guard let pointer else { return nil }
        defer { freeReplyObject(pointer) }
        return Reply(pointer.assumingMemoryBound(to: redisReply.self).pointee)
    }

    /// Receives what the server has sent.
    func receive() throws(RedisError) {
        guard redisBufferRead(context) == REDIS_OK else { throw failure }
    }

    private func append(_ command: [String]) throws(RedisError) {
        var parts = command.map { Array($0.utf8CString) }
        let lengths = parts.map { $0.count - 1 }
        var status = REDIS_ERR
        withPointers(to: &parts) { pointers in
            status = redisAppendCommandArgv(context, Int32(pointers.count), &pointers, lengths)
        }
        guard status == REDIS_OK else { throw failure }
    }

    private func wait(for event: Int32, until deadline: ContinuousClock.Instant) throws(RedisError) {
        guard ready([(descriptor, event)], until: deadline).isEmpty else { return }
        throw RedisError(server, .silent(limit: answerLimit))
    }

    /// The error after which hiredis does not use the connection again.
    private var failure: RedisError {
        switch context.pointee.err {
        case REDIS_ERR_EOF: RedisError(server, .closed)
        case REDIS_ERR_PROTOCOL: RedisError(server, .notRedis(reason: server.masked(Self.text(of: context))))
        default: RedisError(server, .unreachable(reason: Self.text(of: context)))
        }
    }

    private static func text(of context: UnsafeMutablePointer<redisContext>) -> String {
        withUnsafeBytes(of: context.pointee.errstr) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// Calls a function with pointers to the first characters of strings.
private func withPointers(to parts: inout [[CChar]], _ body: (inout [UnsafePointer<CChar>?]) -> Void) {
    func extend(_ index: Int, _ pointers: inout [UnsafePointer<CChar>?]) {
        guard index < parts.count else { return body(&pointers) }
        parts[index].withUnsafeBufferPointer { part in
            pointers.append(part.baseAddress)
            extend(index + 1, &pointers)
        }
    }
    var pointers: [UnsafePointer<CChar>?] = []
    extend(0, &pointers)
}

extension Duration {
    /// At least a microsecond: zero means no limit.
    fileprivate var timeValue: timeval {
        let (seconds, attoseconds) = components
        let microseconds = attoseconds / 1_000_000_000_000
        return timeval(tv_sec: time_t(max(0, seconds)), tv_usec: suseconds_t(max(seconds > 0 ? 0 : 1, microseconds)))
    }
}
