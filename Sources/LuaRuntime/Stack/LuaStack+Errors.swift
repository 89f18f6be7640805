internal import CLuaShim
internal import MoonwireValues

extension LuaStack {
    func push(error: any Error) {
        guard mw_reserve(thread, 8) else {
            pop(1)
            return pushNil()
        }
        let raised = RaisedError(error, frames: ErrorTrail.current.map { $0.frames(of: error) + frames() } ?? [])
        pushNew(raised, hold: MW_KEPT)
    }

    /// The error for an entry that ended so; a Swift error that scripts let through is thrown as it is.
    @usableFromInline func failure(_ status: Int32) -> any Error {
        let words = lastWords
        lastWords = nil
        defer { unwound = [] }
        switch Int(status) {
        case MW_OUT_OF_BUDGET: return died(.budget, "the script exceeded its instruction limit", words)
        case MW_OUT_OF_TIME: return died(.budget, usedUpTime, words)
        case MW_STACK_FULL:
            return limitError(
                .runtime, "stack overflow: calls are nested too deeply, or pass too many values", words ?? unwound)
        case MW_OUT_OF_MEMORY: return died(.memory, "the script exceeded its memory limit", words)
        case MW_CANCELLED: return CancellationError()
        case MW_NO_MEMORY: return limitError(.memory, "not enough memory", words ?? unwound)
        default: return raised() ?? noted(scriptError())
        }
    }

    /// The error for an entry that is dead. Without last words one within it died, whose error may have come through.
    private func died(_ code: LuaError.Code, _ message: String, _ words: [LuaFrame]?) -> any Error {
        if words == nil, let raised = raised() { return raised }
        return limitError(code, message, words)
    }

    private var usedUpTime: String {
        let limit = interpreter.limits.cpuTime
        return "the script exceeded its CPU time limit of \(limit)\n    `Limits.cpuTime` sets this limit"
    }

    /// The error for a text that does not parse, whose message is on top.
    func syntaxError() -> LuaError {
        let (location, message) = split(repairedText(at: top), [])
        return failure(.syntax, message, at: location, frames())
    }

    /// An error with the text of the chunk where it happened.
    func failure(
        _ code: LuaError.Code, _ message: String, at location: ScriptLocation?, _ frames: [LuaFrame],
        value: Value? = nil, underlying: (any Error)? = nil
    ) -> LuaError {
        LuaError(
            code, message, location: location, traceback: frames, value: value, underlying: underlying,
            text: location.flatMap { interpreter.chunks.text(of: $0.file) })
    }

    private func raised() -> (any Error)? {
        guard top > 0, let raised = try? object(at: top, as: RaisedError.self) else { return nil }
        if let trail = ErrorTrail.current {
            let nearest = raised.frames.lazy.compactMap(\.location).first
            trail.note(raised.error, raised.frames, text: nearest.flatMap { interpreter.chunks.text(of: $0.file) })
        }
        return raised.error
    }

    /// Leaves the frames where a report finds them, if one is wanted.
    private func noted(_ error: LuaError) -> any Error {
        let thrown: any Error = error
        ErrorTrail.current?.note(thrown, error.traceback, text: nil)
        return thrown
    }

    private func limitError(_ code: LuaError.Code, _ message: String, _ words: [LuaFrame]?) -> any Error {
        let frames = words ?? frames()
        return noted(failure(code, message, at: frames.lazy.compactMap(\.location).first, frames))
    }

    private func scriptError() -> LuaError {
        let position = top
        let frames = unwound
        let nearest = frames.lazy.compactMap(\.location).first
        if luaType(at: position) == .string {
            let (location, message) = split(repairedText(at: position), frames)
            return failure(.runtime, message, at: location ?? nearest, frames, value: .text(message))
        }
        let (value, underlying) = raisedData(at: position)
        return failure(.runtime, message(of: value), at: nearest, frames, value: value, underlying: underlying)
    }

    /// What a value says that is no text: its field `message`, or itself when it is short.
    private func message(of value: Value?) -> String {
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

    /// Takes the leading `chunk:line: ` off, when it names a chunk: as Lua shows it, or whole, as errors of ours do.
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

    /// The name of the chunk that is written so; old ones are known as long as they are among the frames.
    private func chunk(_ written: String, _ frames: [LuaFrame]) -> String? {
        let shown = Chunks.shown(written)
        let name = interpreter.chunks.name(shownAs: shown) ?? frames.file(shownAs: shown)
        return written == shown || written == name ? name : nil
    }
}

extension [LuaFrame] {
    fileprivate func file(shownAs shown: String) -> String? {
        lazy.compactMap(\.location?.file).first { Chunks.shown($0) == shown }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
