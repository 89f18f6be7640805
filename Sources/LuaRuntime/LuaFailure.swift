import CLuaShim
import MoonwireValues

/// Reads the error of a run that failed, while the coroutine still shows how it came to it.
struct LuaFailure {
    let error: any Error

    init(_ entry: Entry, _ status: Int32) {
        error = Self.read(entry, status)
    }

    private static func read(_ entry: Entry, _ status: Int32) -> any Error {
        let frames = frames(entry.stack)
        var source: UnsafePointer<CChar>?
        var line: Int32 = 0
        switch mw_cause_of_death(entry.handle, &source, &line) {
        case Int32(MW_OVER_BUDGET):
            let location = location(source, line)
            return LuaError(.budget, "the script used up its instructions", at: location, traceback: frames)
        case Int32(MW_OVER_MEMORY):
            let location = location(source, line)
            return LuaError(.memory, "the script used up its memory", at: location, traceback: frames)
        default: break
        }
        if status == Int32(MW_MEMORY) {
            let location = frames.lazy.compactMap(\.location).first
            return LuaError(.memory, "the script used up its memory", at: location, traceback: frames)
        }
        return raised(entry.stack, frames)
    }

    /// A Swift error arrives as it was thrown; a text loses the place in front of it, which becomes data.
    private static func raised(_ stack: LuaStack, _ frames: [LuaFrame]) -> any Error {
        let position = stack.top
        if let box = errorBox(stack, position) { return box.error }
        let reader = ValueReader(stack, position: position)
        guard let text = stack.withBytes(at: position, { String(decoding: $0, as: UTF8.self) }) else {
            let value = try? Value.read(from: reader)
            let found = (try? reader.described(reader.kind)) ?? "something unreadable"
            let location = frames.lazy.compactMap(\.location).first
            return LuaError(.runtime, "the script raised \(found)", at: location, traceback: frames, value: value)
        }
        let running = frames.compactMap(\.location?.file)
        let located = LocatedText(text, known: running + (stack.lastChunk.map { [$0] } ?? []))
        let isSyntax = located.location.map { !running.contains($0.file) } ?? false
        return LuaError(
            isSyntax ? .syntax : .runtime, located.message,
            at: located.location ?? frames.lazy.compactMap(\.location).first,
            traceback: frames)
    }

    private static func errorBox(_ stack: LuaStack, _ position: Int) -> ErrorBox? {
        var kind: Int32 = 0
        var flags: Int32 = 0
        var object: UnsafeMutableRawPointer?
        guard mw_userdata(stack.thread, Int32(position), &kind, &flags, &object) == Int32(MW_ERROR), let object else {
            return nil
        }
        return Unmanaged<ErrorBox>.fromOpaque(object).takeUnretainedValue()
    }

    private static func frames(_ stack: LuaStack) -> [LuaFrame] {
        var frames: [LuaFrame] = []
        var frame = mw_frame()
        while frames.count < 64, mw_frame_at(stack.thread, Int32(frames.count), true, &frame) {
            frames.append(
                LuaFrame(location: stack.callSite(frame)?.location, function: frame.name.map { String(cString: $0) }))
        }
        return frames
    }

    private static func location(_ source: UnsafePointer<CChar>?, _ line: Int32) -> ScriptLocation? {
        guard let source, line >= 0 else { return nil }
        return ScriptLocation(file: String(cString: source), line: Int(line))
    }
}

/// A message that begins with its place: `container.lua:12: attempt to …`.
struct LocatedText {
    let location: ScriptLocation?
    let message: String

    /// - Parameter known: The chunks that the place may name; Lua shortens long names from the front.
    init(_ text: String, known: [String]) {
        for file in known {
            for shown in [file, "..." + file.suffix(LocatedText.shownLength)] where text.hasPrefix(shown + ":") {
                let rest = text.dropFirst(shown.count + 1)
                guard let colon = rest.firstIndex(of: ":"), let line = Int(rest[..<colon]) else { continue }
                location = ScriptLocation(file: file, line: line)
                message = String(rest[rest.index(after: colon)...].drop(while: { $0 == " " }))
                return
            }
        }
        location = nil
        message = text
    }

    /// What `LUA_IDSIZE` leaves of a long name, without the dots and the final zero.
    private static let shownLength = 56
}
