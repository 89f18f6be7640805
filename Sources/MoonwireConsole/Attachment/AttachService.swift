import Foundation
import MoonwireCore
import MoonwireSupport

/// Answers the calls that processes send to a container.
final class AttachService: Sendable {
    /// The number of calls that are answered at the same time.
    private static let mostCalls = 4
    private static let requestTime = Duration.seconds(5)
    /// The time for a whole call, with what the other process takes to read the answer.
    private static let callTime = Duration.seconds(120)
    private static let largestAnswer = AttachReply.largest

    private weak let container: Container?
    private let path: String
    private let readOnly: Bool
    private let calls = Lock(0)

    init(_ container: Container, path: String, readOnly: Bool) {
        self.container = container
        self.path = path
        self.readOnly = readOnly
    }

    func refuse(_ user: uid_t) { container?.diagnostics.report([.refusedUser(Int(user), path)]) }

    /// Answers a call on a thread of its own.
    func answer(_ client: LocalSocket) {
        let isAdmitted = calls.withLock { calls in
            if calls == Self.mostCalls { return false }
            calls += 1
            return true
        }
        guard isAdmitted else {
            // A few bytes have room without waiting.
            return end(client, .now, Console.busy(Self.mostCalls))
        }
        Thread.detachNewThread { [self] in
            respond(client)
            calls.withLock { $0 -= 1 }
        }
    }

    private func respond(_ client: LocalSocket) {
        let start = ContinuousClock.now
        let deadline = start + Self.callTime
        let line: [UInt8]
        do {
            line = try request(client, by: start + Self.requestTime)
        } catch {
            return end(client, deadline, "\(error)")
        }
        guard let request = AttachLine.decoded(line, as: AttachRequest.self) else {
            return end(client, deadline, "the call is not a line of JSON with \"program\" and \"arguments\"")
        }
        guard let container else { return end(client, deadline, "the container has been released") }
        let console = Console(
            program: request.program,
            commands: .attached(to: container, path: path, readOnly: readOnly) { duration in
                // The recording ends early when the other process does.
                _ = client.waitsForInput(by: min(.now + duration, deadline))
            })
        let room = Lock(Self.largestAnswer)
        let write: @Sendable (AttachReply) throws -> Void = { reply in
            let bytes = try AttachLine.encoded(reply)
            let hasRoom = room.withLock { room in
                room -= min(room, bytes.count)
                return room > 0
            }
            guard hasRoom else {
                throw AttachFailure(message: "the answer exceeds the limit of \(Self.largestAnswer) bytes")
            }
            try client.send(bytes, by: deadline)
        }
        let output = Console.Output(
            standardOutput: { try write(AttachReply(output: $0)) },
            standardError: { try client.send(AttachLine.encoded(AttachReply(complaint: $0)), by: deadline) })
        let status = console.run(request.arguments, output: output)
        end(client, deadline, nil, status)
    }

    /// The bytes up to the line break, or up to the end of the connection.
    private func request(_ client: LocalSocket, by deadline: ContinuousClock.Instant) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= AttachRequest.largest {
            let part = try client.receive(by: deadline)
            if part.isEmpty { return bytes }
            bytes += part
            if let end = part.firstIndex(of: UInt8(ascii: "\n")) {
                let length = bytes.count - part.count + end
                if length <= AttachRequest.largest { return Array(bytes[..<length]) }
            }
        }
        throw AttachFailure(message: "the call exceeds the limit of \(AttachRequest.largest) bytes")
    }

    /// Sends the last lines of an answer; the other process may have ended.
    private func end(
        _ client: LocalSocket, _ deadline: ContinuousClock.Instant, _ complaint: String?,
        _ status: Console.Status = .usage
    ) {
        if let complaint, let line = try? AttachLine.encoded(AttachReply(complaint: complaint)) {
            try? client.send(line, by: deadline)
        }
        if let line = try? AttachLine.encoded(AttachReply(status: status.rawValue)) {
            try? client.send(line, by: deadline)
        }
    }
}
