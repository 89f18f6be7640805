import CHiredis

/// A reply of the server.
enum Reply: Equatable {
    case null
    case integer(Int64)
    case text(String)
    case error(String)
    case list([Reply])

    /// Copies a reply of hiredis; lists are nested at most seven levels deep.
    init(_ reply: redisReply) {
        switch reply.type {
        case REDIS_REPLY_INTEGER: self = .integer(reply.integer)
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .text(Self.string(of: reply))
        case REDIS_REPLY_ERROR: self = .error(Self.string(of: reply))
        case REDIS_REPLY_ARRAY:
            let elements = UnsafeBufferPointer(start: reply.element, count: reply.element == nil ? 0 : reply.elements)
            self = .list(elements.map { $0.map { Reply($0.pointee) } ?? .null })
        default: self = .null
        }
    }

    private static func string(of reply: redisReply) -> String {
        guard let start = reply.str else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: reply.len), as: UTF8.self)
    }

    /// The strings of a list that consists of strings.
    var texts: [String]? {
        guard case .list(let elements) = self else { return nil }
        let texts = elements.compactMap { if case .text(let text) = $0 { text as String? } else { nil } }
        return texts.count == elements.count ? texts : nil
    }
}
