import Moonwire

/// What the threads that read and write share with the one that talks to the server.
struct SessionState {
    /// The value of an operation that the server has not confirmed.
    private struct Unconfirmed {
        let number: Int
        let value: PlainValue?
    }

    var mirror = FieldMirror()
    var status: RedisStatus
    /// Whether the mirror has been read from the server.
    var hasValues = false
    var hasEnded = false
    /// Whether the first attempt to connect is over.
    var hasTried = false
    var lastContact: Contact?
    /// The operations of callers that wait for the server.
    private var waiting: [Entry] = []
    /// The operations for which the server was away, one for each key.
    private var deferred: [String: Entry] = [:]
    private var unconfirmed: [String: Unconfirmed] = [:]
    private var lastNumber = 0

    init() {
        status = .away(RedisAbsence(reason: nil, lastContact: nil))
    }

    /// The keys whose queued values the server has not confirmed.
    var unconfirmedKeys: [String] { unconfirmed.keys.sorted() }

    /// The content of a key, as callers see it; nil if it was never written.
    func content(of key: String) -> StoredField.Content? {
        if let own = unconfirmed[key] { return own.value.map { .value($0) } ?? .removed }
        return mirror.fields[key]?.content
    }

    /// Adds an operation for a connected server.
    mutating func add(_ operation: Operation, _ ticket: Ticket, isVisible: Bool) {
        waiting.append(entry(operation, ticket))
        if isVisible { show(operation) }
    }

    /// Adds a write while the server is away; returns whether there is room for it.
    mutating func enqueue(_ operation: Operation, limit: Int) -> Bool {
        guard deferred[operation.key] != nil || deferred.count < limit else { return false }
        var entry = entry(operation, nil)
        entry.isDeferred = true
        deferred[operation.key] = entry
        show(operation)
        return true
    }

    /// Returns an operation to the queue after the connection was lost; returns whether there is room for it.
    mutating func requeue(_ entry: Entry, limit: Int) -> Bool {
        let key = entry.operation.key
        // A later write of the same key replaces it.
        if let later = deferred[key], later.number > entry.number { return true }
        guard deferred[key] != nil || deferred.count < limit else { return false }
        var entry = Entry(
            number: entry.number, operation: entry.operation, knownTime: entry.knownTime, ticket: nil,
            instant: entry.instant)
        entry.isDeferred = true
        deferred[key] = entry
        return true
    }

    /// Takes some of the operations of callers, in order.
    mutating func takeWaiting(atMost count: Int = .max) -> [Entry] {
        let taken = Array(waiting.prefix(count))
        waiting.removeFirst(taken.count)
        return taken
    }

    /// Takes the queue, in order.
    mutating func takeDeferred() -> [Entry] {
        defer { deferred = [:] }
        return deferred.values.sorted { $0.number < $1.number }
    }

    /// Withdraws an operation that is not sent yet; returns whether it was found.
    mutating func withdraw(_ ticket: Ticket) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.ticket === ticket }) else { return false }
        forget(waiting.remove(at: index))
        return true
    }

    /// The server has decided, so that its value is the one that callers see.
    mutating func forget(_ entry: Entry) {
        let key = entry.operation.key
        if unconfirmed[key]?.number == entry.number { unconfirmed[key] = nil }
    }

    private mutating func entry(_ operation: Operation, _ ticket: Ticket?) -> Entry {
        lastNumber += 1
        let knownTime = mirror.fields[operation.key]?.time ?? 0
        return Entry(number: lastNumber, operation: operation, knownTime: knownTime, ticket: ticket)
    }

    private mutating func show(_ operation: Operation) {
        guard case .write(let key, let value, _) = operation else { return }
        unconfirmed[key] = Unconfirmed(number: lastNumber, value: value)
    }
}
