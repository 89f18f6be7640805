import Foundation
import MoonwireCore
import MoonwireSupport

/// Answers the calls that processes send to a container.
final class AttachService: Sendable {
    /// The number of calls that are answered at the same time.
    private static let mostCalls = 4
    private static let requestTime = Duration.seconds(5)
    /// The time until a process must have read its answer; a command that runs longer can send nothing.
    private static let callTime = Duration.seconds(120)
    private static let largestAnswer = AttachReply.largest
    /// A part of the answer that only messages can use, so that a result that is too large can be reported.
    private static let reserve = 1 << 16
    private static let tooLarge = "the answer exceeds the limit of \(largestAnswer) bytes"

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
        let lacksMessages = Lock(false)
        let write: @Sendable (AttachReply, Int) throws -> Void = { reply, reserve in
            let bytes = try AttachLine.encoded(reply)
            let hasRoom = room.withLock { room in
                guard bytes.count + reserve < room else { return false }
                room -= bytes.count
                return true
            }
            guard hasRoom else { throw AttachFailure(message: Self.tooLarge) }
            try client.send(bytes, by: deadline)
        }
        let output = Console.Output(
            standardOutput: { try write(AttachReply(output: $0), Self.reserve) },
            standardError: { message in
                do { try write(AttachReply(complaint: message), 0) } catch {
                    lacksMessages.withLock { $0 = true }
                    throw error
                }
            })
        let status = console.run(request.arguments, output: output)
        end(client, deadline, lacksMessages.withLock { $0 } ? Self.tooLarge : nil, status)
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
