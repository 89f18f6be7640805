import Moonwire

/// A change of the hash that a caller requests.
enum Operation: Sendable {
    /// The content of a field, as text; the value is for reads until the server confirms it.
    case write(key: String, value: PlainValue?, text: String)
    case move(former: String, key: String)

    /// The key of which an error informs.
    var key: String {
        switch self {
        case .write(let key, _, _), .move(_, let key): key
        }
    }

    /// The command for the server; `time` is that of a write that waited in the queue.
    func command(hash: String, channel: String, mark: String, time: Int64?) -> [String] {
        switch self {
        case .write(let key, _, let text): ["EVAL", Scripts.write, "1", hash, channel, mark, key, text, "\(time ?? 0)"]
        case .move(let former, let key): ["EVAL", Scripts.move, "1", hash, channel, mark, former, key]
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

        init?(_ reply: Reply) {
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
