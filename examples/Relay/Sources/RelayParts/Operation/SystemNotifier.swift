import Foundation
import Moonwire
import Synchronization

/// Tells systemd when the program serves, reloads, and ends.
///
/// The status says which wiring serves. It begins when the server listens, and is stopped before the server. Scripts
/// pin it: the end of a replaced one would be told as that of the program.
///
/// - Exposes: run, stop, reloading
public final class SystemNotifier: Sendable, Exposed {
    private struct State {
        var isServing = false
        var isReloading = false
        /// Why a message could not be sent, for the first one.
        var failure: NotifySocket.Failure?
    }

    private let socket: String
    private let gateway: Gateway
    private let log: Log
    private let state = Mutex(State())
    private let (ends, end) = AsyncStream<Void>.makeStream()

    /// Creates one for the socket of `NOTIFY_SOCKET`, or for none.
    init(socket: String, gateway: Gateway, log: Log) {
        self.socket = socket
        self.gateway = gateway
        self.log = log
    }

    /// Tells of the start, and of reloads until it is stopped.
    func run() async throws {
        let outcomes = try gateway.reloads()
        let status = try status()
        change { state in
            state.isServing = true
            tell("READY=1\nSTATUS=\(status)", &state)
        }
        // The end of this function cancels it.
        async let _ = follow(outcomes)
        for await _ in ends {}
    }

    /// Tells that a reload has begun.
    func reloading() {
        change { if $0.isServing { beginReload(&$0) } }
    }

    /// Tells that the program ends.
    func stop() {
        change { state in
            if state.isServing { tell("STOPPING=1\nSTATUS=ending", &state) }
            state.isServing = false
        }
        end.finish()
    }

    private func follow(_ outcomes: Updates<ReloadOutcome>) async {
        for await _ in outcomes {
            guard let status = try? status() else { return }
            change { state in
                guard state.isServing else { return }
                // Scripts with a fault are refused before a reload begins.
                if !state.isReloading { beginReload(&state) }
                state.isReloading = false
                tell("READY=1\nSTATUS=\(status)", &state)
            }
        }
    }

    /// Changes the state, and logs the first failure outside the lock.
    private func change(_ body: (inout State) -> Void) {
        let failure = state.withLock { state in
            let former = state.failure
            body(&state)
            return former == nil ? state.failure : nil
        }
        if let failure { log.write("systemd is not told what the program does: NOTIFY_SOCKET: \(failure)") }
    }

    private func beginReload(_ state: inout State) {
        state.isReloading = true
        tell("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)", &state)
    }

    /// A message has one field in each line, so the status has one line.
    private func status() throws -> String {
        let line = try gateway.wiring().line.split(whereSeparator: \.isNewline).joined(separator: " ")
        return String(line.prefix(Self.longestStatus))
    }

    /// The number of characters of a status that systemd shows in one piece.
    private static let longestStatus = 500

    private func tell(_ message: String, _ state: inout State) {
        guard !socket.isEmpty else { return }
        do throws(NotifySocket.Failure) {
            try NotifySocket(socket).send(message)
        } catch {
            state.failure = state.failure ?? error
        }
    }

    /// The time of systemd's clock.
    private static var monotonicMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
