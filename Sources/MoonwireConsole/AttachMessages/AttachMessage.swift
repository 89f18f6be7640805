import Foundation

/// A call that `moonwire attach` sends to a program: one line of JSON.
struct AttachRequest: Codable {
    /// The largest request in bytes.
    static let largest = 1 << 16

    /// The words before the command in messages.
    let program: String
    let arguments: [String]
}

/// A part of the answer to a call, as one line of JSON; the last one contains the status.
struct AttachReply: Codable {
    /// The largest part in bytes.
    static let largest = 64 << 20

    var output: String?
    var complaint: String?
    var status: Int32?
}

/// The lines of JSON that one process sends to the other.
enum AttachLine {
    static func encoded(_ message: some Encodable) throws -> [UInt8] {
        Array(try JSONEncoder().encode(message)) + [UInt8(ascii: "\n")]
    }

    static func decoded<Message: Decodable>(_ line: some Sequence<UInt8>, as type: Message.Type) -> Message? {
        try? JSONDecoder().decode(type, from: Data(line))
    }
}

/// A failure of a call, for the messages of its console.
struct AttachFailure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}
