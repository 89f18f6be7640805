internal import CLuaShim
internal import MoonwireValues

extension LuaStack {
    func push(error: any Error) {
        guard mw_reserve(thread, 8) else {
            pop(1)
            return pushNil()
        }
        let raised = RaisedError(error, frames: ErrorTrail.current.map { $0.frames(of: error) + frames() } ?? [])
        push(raised: raised)
    }

    /// The error for the status of an entry; a Swift error that the script did not catch is returned unchanged.
    @usableFromInline func failure(_ status: Int32) -> any Error {
        let ended = failedFrames.ended, unwound = failedFrames.unwound
        failedFrames.ended = nil
        defer { failedFrames.unwound = [] }
        switch Int(status) {
        case MW_OUT_OF_BUDGET: return limitReached(.budget, "the script exceeded its instruction limit", ended)
        case MW_OUT_OF_TIME: return limitReached(.budget, usedUpTime, ended)
        case MW_STACK_FULL:
            return limitError(
                .runtime, "stack overflow: calls are nested too deeply, or pass too many values", ended ?? unwound)
        case MW_OUT_OF_MEMORY: return limitReached(.memory, "the script exceeded its memory limit", ended)
        case MW_CANCELLED: return CancellationError()
        case MW_NO_MEMORY: return limitError(.memory, "not enough memory", ended ?? unwound)
        default: return raised() ?? noted(scriptError())
        }
    }

    /// The error for an entry that exceeded a limit.
    ///
    /// If its frames are unknown, a nested entry exceeded it, and its error may be on top.
    private func limitReached(_ code: LuaError.Code, _ message: String, _ ended: [LuaFrame]?) -> any Error {
        if ended == nil, let raised = raised() { return raised }
        return limitError(code, message, ended)
    }

    private var usedUpTime: String {
        let limit = interpreter.limits.cpuTime
        return "the script exceeded its CPU time limit of \(limit)\n    `Limits.cpuTime` sets this limit"
    }

    /// The error for source that does not parse, whose message is on top.
    func syntaxError() -> LuaError {
        let (location, message) = split(repairedString(at: top), [])
        return failure(.syntax, message, at: location, frames())
    }

    /// An error with the source of the chunk where it occurred.
    func failure(
        _ code: LuaError.Code, _ message: String, at location: ScriptLocation?, _ frames: [LuaFrame],
        value: PlainValue? = nil, underlying: (any Error)? = nil
    ) -> LuaError {
        LuaError(
            code, message, location: location, traceback: frames, value: value, underlying: underlying,
            sourceText: location.flatMap { interpreter.chunks.source(of: $0.file) })
    }

    private func raised() -> (any Error)? {
        guard top > 0, let raised = try? object(at: top, as: RaisedError.self) else { return nil }
        if let trail = ErrorTrail.current {
            let nearest = raised.frames.lazy.compactMap(\.location).first
            trail.note(
                raised.error, raised.frames, sourceText: nearest.flatMap { interpreter.chunks.source(of: $0.file) })
        }
        return raised.error
    }

    /// Keeps the frames for a report, if one is requested.
    private func noted(_ error: LuaError) -> any Error {
        let thrown: any Error = error
        ErrorTrail.current?.note(thrown, error.traceback, sourceText: nil)
        return thrown
    }

    private func limitError(_ code: LuaError.Code, _ message: String, _ known: [LuaFrame]?) -> any Error {
        let frames = known ?? frames()
        return noted(failure(code, message, at: frames.lazy.compactMap(\.location).first, frames))
    }

    private func scriptError() -> LuaError {
        let position = top
        let frames = failedFrames.unwound
        let nearest = frames.lazy.compactMap(\.location).first
        if luaType(at: position) == .string {
            let (location, message) = split(repairedString(at: position), frames)
            return failure(.runtime, message, at: location ?? nearest, frames, value: .text(message))
        }
        let (value, underlying) = raisedData(at: position)
        return failure(.runtime, message(of: value), at: nearest, frames, value: value, underlying: underlying)
    }

    /// The message of an error value that is not a string: its field `message`, or the value if it is short.
    private func message(of value: PlainValue?) -> String {
        switch value {
        case .map(let fields):
            if case .text(let message)? = fields["message"] { return message }
            return "a map was raised as an error"
        case .null: return "nil was raised as an error"
        case .integer(let number): return "\(number)"
        case .number(let number): return "\(number)"
        case .boolean(let flag): return "\(flag)"
        case .some(let other): return "\(other.kind.phrase) was raised as an error"
        case nil: return "a value that is not a string was raised as an error"
        }
    }

    /// Splits off a leading `chunk:line: ` that names a chunk, as Lua shows it or completely, as errors of the bridge do.
    private func split(_ text: String, _ frames: [LuaFrame]) -> (ScriptLocation?, String) {
        let reach = text.prefix(1024)
        var start = reach.startIndex
        while let colon = reach[start...].firstIndex(of: ":") {
            start = text.index(after: colon)
            guard let name = chunk(String(text[..<colon]), frames) else { continue }
            let digits = text[start...].prefix(while: \.isASCIIDigit)
            guard let line = Int(digits), text[digits.endIndex...].hasPrefix(": ") else { continue }
            return (ScriptLocation(file: name, line: line), String(text[digits.endIndex...].dropFirst(2)))
        }
        return (nil, text)
    }

    /// The full name of a chunk in a message; old chunks are known while they are among the frames.
    private func chunk(_ written: String, _ frames: [LuaFrame]) -> String? {
        let shown = ChunkSources.shown(written)
        let name = interpreter.chunks.name(shownAs: shown) ?? frames.file(shownAs: shown)
        return written == shown || written == name ? name : nil
    }
}

extension [LuaFrame] {
    fileprivate func file(shownAs shown: String) -> String? {
        lazy.compactMap(\.location?.file).first { ChunkSources.shown($0) == shown }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
