internal import MoonwireSupport

/// Where the error that is on its way out was last seen. There is one only while somebody wants a report.
final class ErrorTrail: Sendable {
    @TaskLocal static var current: ErrorTrail?

    private struct Sighting {
        let error: any Error
        let frames: [LuaFrame]
        let text: String?
    }

    private let last = Lock<Sighting?>(nil)

    /// The error left an interpreter, or is about to go through it.
    func note(_ error: any Error, _ frames: [LuaFrame], text: String?) {
        let sighting = Sighting(error: error, frames: frames, text: text)
        // What was noted before is released without the lock.
        let forgotten = last.withLock { last in
            defer { last = sighting }
            return last
        }
        withExtendedLifetime(forgotten) {}
    }

    /// The calls that the error has come through so far.
    func frames(of error: any Error) -> [LuaFrame] { sighting(of: error)?.frames ?? [] }

    /// The error with all calls that it came through; one that no script was part of stays as it is.
    func report(of error: any Error) -> any Error {
        guard let sighting = sighting(of: error) else { return error }
        if let error = error as? LuaError { return error.called(from: sighting.frames) }
        return LuaError(
            .host, "\(error)", location: sighting.frames.lazy.compactMap(\.location).first,
            traceback: sighting.frames, value: nil, underlying: error, text: sighting.text)
    }

    private func sighting(of error: any Error) -> Sighting? {
        let last = last.withLock { $0 }
        return last.flatMap { Self.isSame($0.error, error) ? $0 : nil }
    }

    /// An error in flight is one box, whatever is in it. Optionals, because they are not opened on the way.
    private static func isSame(_ left: (any Error)?, _ right: (any Error)?) -> Bool {
        unsafeBitCast(left, to: Int.self) == unsafeBitCast(right, to: Int.self)
    }
}

extension Interpreter {
    /// Runs the body; an error that comes through a script is thrown as a ``LuaError`` that joins all that is known.
    ///
    /// Without this, a Swift error that a host function throws arrives as itself. Here it is the report's
    /// ``LuaError/underlying``; the traceback has the frames of every script and host function that it came through,
    /// also where entries nest. It costs nothing until something is thrown. Other errors are thrown as they are.
    ///
    ///     do { try lua.reporting { try function.call() } } catch let error as LuaError { print(error.report) }
    public func reporting<R>(_ body: () throws -> R) throws -> R {
        let trail = ErrorTrail()
        do {
            return try ErrorTrail.$current.withValue(trail, operation: body)
        } catch {
            throw trail.report(of: error)
        }
    }

    /// Runs the body, which may wait; an error that comes through a script is thrown as a ``LuaError``.
    public func reporting<R>(_ body: () async throws -> R) async throws -> R {
        let trail = ErrorTrail()
        do {
            return try await ErrorTrail.$current.withValue(trail, operation: body)
        } catch {
            throw trail.report(of: error)
        }
    }
}
