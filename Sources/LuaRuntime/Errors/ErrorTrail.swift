internal import MoonwireSupport

/// Where the error that is being thrown was last seen.
///
/// Exists only while a report is requested.
final class ErrorTrail: Sendable {
    @TaskLocal static var current: ErrorTrail?

    private struct Sighting {
        let error: any Error
        let frames: [LuaFrame]
        let sourceText: String?
    }

    private let last = Lock<Sighting?>(nil)

    /// The error leaves an interpreter, or is about to pass it.
    func note(_ error: any Error, _ frames: [LuaFrame], sourceText: String?) {
        let sighting = Sighting(error: error, frames: frames, sourceText: sourceText)
        // The earlier sighting is released without the lock.
        let forgotten = last.withLock { last in
            defer { last = sighting }
            return last
        }
        withExtendedLifetime(forgotten) {}
    }

    /// The calls that the error has passed so far.
    func frames(of error: any Error) -> [LuaFrame] { sighting(of: error)?.frames ?? [] }

    /// The error with all calls that it passed; unchanged if it passed no script.
    func report(of error: any Error) -> any Error {
        guard let sighting = sighting(of: error) else { return error }
        if let error = error as? LuaError { return error.called(from: sighting.frames) }
        return LuaError(
            .host, "\(error)", location: sighting.frames.lazy.compactMap(\.location).first,
            traceback: sighting.frames, value: nil, underlying: error, sourceText: sighting.sourceText)
    }

    private func sighting(of error: any Error) -> Sighting? {
        let last = last.withLock { $0 }
        return last.flatMap { Self.isSame($0.error, error) ? $0 : nil }
    }

    /// Whether two errors are the same box.
    ///
    /// Optionals, because passing them does not open the box.
    private static func isSame(_ left: (any Error)?, _ right: (any Error)?) -> Bool {
        unsafeBitCast(left, to: Int.self) == unsafeBitCast(right, to: Int.self)
    }
}
