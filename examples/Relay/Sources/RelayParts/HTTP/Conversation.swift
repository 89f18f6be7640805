import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One request from its first line to the end of its answer.
///
/// The threads of the daemon, the task that answers, and the task that waits for the client's deadline use it.
final class Conversation: Sendable {
    /// What the daemon does after a part of the request has arrived.
    enum Step {
        case read
        case answer(Response)
        /// The request is complete.
        case begin(body: Data)
        case close
    }

    /// What became of the request.
    enum End {
        /// It did not arrive, and nothing answered it.
        case unanswered
        /// It was refused by the server itself.
        case refused
        case answered
    }

    private enum Phase {
        case receiving
        case answering
        case answered(Response)
        case refused(Response?)
        case ended
    }

    private struct State {
        var phase = Phase.receiving
        var hasHead = false
        var body = Data()
        var isTooLarge = false
        var deadline: Task<Void, Never>?
    }

    private let limit: Int
    private let socket: Int32
    private let state = Mutex(State())

    /// Begins to wait for the rest of the request.
    init(socket: Int32, limits: ServerLimits) {
        self.socket = socket
        limit = limits.body
        let deadline = Task { [weak self] in
            guard (try? await Task.sleep(for: limits.timeout)) != nil else { return }
            self?.expire()
        }
        state.withLock { $0.deadline = deadline }
    }

    /// Adds a part of the body; the first call has the head of the request alone, and a call without bytes is its end.
    func receive(_ bytes: UnsafeRawBufferPointer, announced length: Int?) -> Step {
        state.withLock { state in
            switch state.phase {
            case .answered(let response), .refused(.some(let response)): return .answer(response)
            case .answering: return .read
            case .refused(.none), .ended: return .close
            case .receiving: break
            }
            guard state.hasHead else {
                state.hasHead = true
                return length.map { $0 > limit } == true ? refuse(&state) : .read
            }
            guard bytes.isEmpty else {
                state.isTooLarge = state.isTooLarge || state.body.count + bytes.count > limit
                // What follows is read and dropped, so that the client gets the answer.
                if state.isTooLarge { state.body = Data() } else { state.body.append(contentsOf: bytes) }
                return .read
            }
            if state.isTooLarge { return refuse(&state) }
            state.deadline?.cancel()
            state.phase = .answering
            defer { state.body = Data() }
            return .begin(body: state.body)
        }
    }

    func answer(with response: Response) {
        state.withLock { if case .answering = $0.phase { $0.phase = .answered(response) } }
    }

    /// The server answers the request itself.
    func refuse() { state.withLock { $0.phase = .refused(nil) } }

    func end() -> End {
        state.withLock { state in
            state.deadline?.cancel()
            defer { state.phase = .ended }
            switch state.phase {
            case .receiving, .ended: return .unanswered
            case .refused: return .refused
            case .answering, .answered: return .answered
            }
        }
    }

    private func refuse(_ state: inout State) -> Step {
        let response = Response.refusal(413, "the body is larger than \(limit) bytes")
        state.deadline?.cancel()
        state.phase = .refused(response)
        return .answer(response)
    }

    /// Answers a client whose request is not complete in time, and closes the connection.
    ///
    /// The daemon cannot do so, as it answers complete requests only. It closes the socket after ``end()``, which waits for
    /// the lock, so the number still means this socket.
    private func expire() {
        state.withLock { state in
            guard case .receiving = state.phase else { return }
            let reason =
                state.isTooLarge ? "the body is larger than \(limit) bytes" : "the request was not complete in time"
            let response = Response.refusal(state.isTooLarge ? 413 : 408, reason)
            var text = "HTTP/1.1 \(response.status) \(state.isTooLarge ? "Content Too Large" : "Request Timeout")\r\n"
            for (name, value) in response.headers { text += "\(name): \(value)\r\n" }
            text += "Connection: close\r\nContent-Length: \(response.body.count)\r\n\r\n"
            let bytes = Array(text.utf8) + response.body
            _ = send(socket, bytes, bytes.count, Self.sendFlags)
            shutdown(socket, Int32(SHUT_RDWR))
        }
    }

    private static var sendFlags: Int32 {
        #if canImport(Glibc)
            Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        #else
            MSG_DONTWAIT
        #endif
    }
}
