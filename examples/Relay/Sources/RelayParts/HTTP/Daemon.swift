import CMicroHTTPD
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The threads of libmicrohttpd that read requests and write answers: all its callbacks are in this file.
final class Daemon: Sendable {
    /// Answers a request, in a task of its own.
    typealias Handler = @Sendable (Request) async -> Response

    struct Failure: Error, CustomStringConvertible {
        let description = "the threads of the server could not be started"
    }

    /// The requests that are being answered.
    private struct Load {
        var count = 0
        var isClosing = false
        var whenDone: CheckedContinuation<Void, Never>?
    }

    private let handler: Handler
    private let limits: ServerLimits
    private let reportLost: @Sendable () -> Void
    private let load = Mutex(Load())
    // Assigned by `start`, before any other use; libmicrohttpd has locks of its own.
    private nonisolated(unsafe) var daemon: OpaquePointer?

    init(limits: ServerLimits, reportLost: @escaping @Sendable () -> Void, handler: @escaping Handler) {
        self.limits = limits
        self.handler = handler
        self.reportLost = reportLost
    }

    func start(_ listener: Listener) throws {
        var options = relay_daemon_options()
        options.socket = listener.socket
        options.threads = UInt32(clamping: max(1, limits.threads))
        options.connections = UInt32(clamping: limits.connections)
        // Later than the deadline of a conversation, which answers.
        options.idle_seconds = UInt32(clamping: limits.timeout.components.seconds + 1)
        options.connection_memory = 64 << 10
        // The callbacks run until `stop` has returned, and the caller keeps this object until then.
        options.context = Unmanaged.passUnretained(self).toOpaque()
        options.began = { context, _, connection in
            guard let context, let connection else { return nil }
            let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
            let conversation = Conversation(socket: relay_connection_socket(connection), limits: daemon.limits)
            // Released in `ended`, which follows each request that has begun.
            return Unmanaged.passRetained(conversation).toOpaque()
        }
        options.handler = { context, connection, url, method, _, bytes, count, state in
            guard let context, let connection, let url, let method, let count, let state = state?.pointee else {
                return .NO
            }
            // `began` has made the state an object, and `ended` has not been called yet.
            let conversation = Unmanaged<Conversation>.fromOpaque(state).takeUnretainedValue()
            let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
            // The bytes exist during this call only; the conversation copies them.
            let part = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
            count.pointee = 0
            let length = connection.header("Content-Length").flatMap { Int($0) }
            switch conversation.receive(part, announced: length) {
            case .read: return .YES
            case .close: return .NO
            case .answer(let response): return connection.queue(response)
            case .begin(let body):
                let request = connection.request(String(cString: method), String(cString: url), body)
                return daemon.begin(request, conversation, connection)
            }
        }
        options.ended = { context, _, state, reason in
            guard let context, let conversation = state?.pointee else { return }
            state?.pointee = nil
            // Balances the retain in `began`.
            let end = Unmanaged<Conversation>.fromOpaque(conversation).takeRetainedValue().end()
            let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
            switch end {
            case .unanswered: daemon.reportLost()
            case .refused: break
            case .answered: daemon.finish()
            }
        }
        daemon = relay_start_daemon(&options)
        guard daemon != nil else { throw Failure() }
    }

    /// Accepts no further request, waits for the answers in progress, and ends the threads.
    func stop() async {
        let listener = MHD_quiesce_daemon(daemon)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let isDone = load.withLock { load in
                load.isClosing = true
                if load.count > 0 { load.whenDone = done }
                return load.count == 0
            }
            if isDone { done.resume() }
        }
        // Ending the threads waits for them, so no thread of a task does it.
        await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread { [self] in
                MHD_stop_daemon(daemon)
                close(listener)
                ended.resume()
            }
        }
    }

    /// Leaves the thread of the daemon to other connections until there is an answer.
    private func begin(_ request: Request, _ conversation: Conversation, _ connection: OpaquePointer) -> MHD_Result {
        let isClosing = load.withLock { load in
            if !load.isClosing { load.count += 1 }
            return load.isClosing
        }
        if isClosing {
            conversation.refuse()
            return connection.queue(.refusal(503, "the server is shutting down"))
        }
        MHD_suspend_connection(connection)
        // The connection exists until it is resumed, and is used by no other thread until then.
        nonisolated(unsafe) let suspended = connection
        Task {
            conversation.answer(with: await handler(request))
            MHD_resume_connection(suspended)
        }
        return .YES
    }

    private func finish() {
        load.withLock { load in
            load.count -= 1
            if load.count == 0 { exchange(&load.whenDone, with: nil)?.resume() }
        }
    }
}

private func exchange<Value>(_ variable: inout Value, with new: Value) -> Value {
    defer { variable = new }
    return variable
}

/// A connection of libmicrohttpd during one of its callbacks.
extension OpaquePointer {
    fileprivate func header(_ name: String) -> String? {
        MHD_lookup_connection_value(self, .HEADER_KIND, name).map { String(cString: $0) }
    }

    fileprivate func request(_ method: String, _ path: String, _ body: Data) -> Request {
        Request(
            method: method, path: path, query: values(.GET_ARGUMENT_KIND), headers: values(.HEADER_KIND),
            body: body)
    }

    /// The headers, or the arguments of the query.
    private func values(_ kind: MHD_ValueKind) -> [String: String] {
        var values: [String: String] = [:]
        // The closure runs during the call only, so it may have the address of a local variable.
        withUnsafeMutablePointer(to: &values) { pointer in
            _ = MHD_get_connection_values(
                self, kind,
                { context, _, name, value in
                    guard let context, let name else { return .YES }
                    let values = context.assumingMemoryBound(to: [String: String].self)
                    values.pointee[String(cString: name)] = value.map { String(cString: $0) } ?? ""
                    return .YES
                }, pointer)
        }
        return values
    }

    fileprivate func queue(_ response: Response) -> MHD_Result {
        let made = response.body.withUnsafeBytes { bytes in
            // The library copies the bytes, and takes the pointer as mutable without writing to it.
            MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let made else { return .NO }
        defer { MHD_destroy_response(made) }
        for (name, value) in response.headers { MHD_add_response_header(made, name, value) }
        return MHD_queue_response(self, UInt32(response.status), made)
    }
}
