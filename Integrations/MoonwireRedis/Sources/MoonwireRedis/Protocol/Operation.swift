import Moonwire

/// A change of the hash that a caller requests, or a read that asks the server.
enum Operation: Sendable {
    /// The content of a field, as text; the value is for reads until the server confirms it.
    case write(key: String, value: PlainValue?, text: String)
    case move(former: String, key: String)
    case fetch(key: String)
    case fetchAll

    /// The key of which an error informs.
    var key: String {
        switch self {
        case .write(let key, _, _), .move(_, let key), .fetch(let key): key
        case .fetchAll: ""
        }
    }

    /// Whether it changes nothing.
    var isRead: Bool {
        switch self {
        case .write, .move: false
        case .fetch, .fetchAll: true
        }
    }

    /// The name of the command in messages.
    var commandName: String {
        switch self {
        case .write, .move: "EVAL"
        case .fetch: "HGET"
        case .fetchAll: "HGETALL"
        }
    }

    /// The error for the caller: one of a change names its key.
    func failure(_ error: RedisError) -> RedisError { isRead ? error.withoutKey : error.writing(error.key ?? key) }

    /// The command for the server; `time` is that of a write that waited in the queue.
    func command(hash: String, channel: String, mark: String, time: Int64?) -> [String] {
        switch self {
        case .write(let key, _, let text): ["EVAL", Scripts.write, "1", hash, channel, mark, key, text, "\(time ?? 0)"]
        case .move(let former, let key): ["EVAL", Scripts.move, "1", hash, channel, mark, former, key]
        case .fetch(let key): ["HGET", hash, key]
        case .fetchAll: ["HGETALL", hash]
        }
    }

    /// What the server did.
    struct Outcome {
        enum Kind: String {
            case written, superseded, foreign
        }

        let kind: Kind
        /// The current fields.
        let fields: [(key: String, field: StoredField)]
        private let texts: [String]

        /// Reads the reply to an operation; nil if it is not one.
        init?(_ reply: Reply, to operation: Operation) {
            switch operation {
            case .write, .move: self.init(reply)
            case .fetch(let key): self.init(replyToGet: reply, key)
            case .fetchAll: self.init(replyToGetAll: reply)
            }
        }

        private init?(replyToGet reply: Reply, _ key: String) {
            switch reply {
            case .null: self.init(fields: [])
            case .text(let text): self.init(fields: [(key, StoredField(text))])
            default: return nil
            }
        }

        private init?(replyToGetAll reply: Reply) {
            guard let fields = StoredField.all(in: reply) else { return nil }
            self.init(fields: fields.map { ($0.key, $0.value) })
        }

        private init(fields: [(key: String, field: StoredField)]) {
            kind = .written
            self.fields = fields
            texts = []
        }

        private init?(_ reply: Reply) {
            guard let texts = reply.texts, texts.count % 2 == 1, let kind = Kind(rawValue: texts[0]) else { return nil }
            self.kind = kind
            self.texts = texts
            fields = stride(from: 1, to: texts.count, by: 2).map { (texts[$0], StoredField(texts[$0 + 1])) }
        }

        /// The outcome, or the error for a value that no store wrote.
        func result(of operation: Operation, _ server: RedisServer, _ hash: String) -> Result<Outcome, RedisError> {
            guard kind == .foreign, let key = texts.dropFirst().first, let found = texts.last else {
                return .success(self)
            }
            return .failure(
                RedisError(
                    server, .foreignValue(hash: hash, found: "\(PlainValue.text(String(found.prefix(40))))"), key: key))
        }
    }
}

extension StoredField {
    /// The fields in a reply to HGETALL; nil for another reply.
    static func all(in reply: Reply) -> [String: StoredField]? {
        guard let texts = reply.texts, texts.count % 2 == 0 else { return nil }
        let pairs = stride(from: 0, to: texts.count, by: 2).map { (texts[$0], StoredField(texts[$0 + 1])) }
        // Strings that Unicode defines as equal can be different fields.
        return Dictionary(pairs, uniquingKeysWith: { $0.time > $1.time ? $0 : $1 })
    }
}
