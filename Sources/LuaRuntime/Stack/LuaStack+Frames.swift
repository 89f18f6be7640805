internal import CLuaShim
internal import MoonwireSupport
internal import MoonwireValues

extension LuaStack {
    /// The calls in progress, innermost first: on the running thread, then on those that resumed it.
    func frames() -> [LuaFrame] {
        var frames: [LuaFrame] = []
        var next: OpaquePointer? = thread
        while let thread = next, frames.count < Self.mostFrames {
            frames += self.frames(of: thread)
            next = mw_resumer(entry, thread)
        }
        return frames
    }

    /// The calls in progress on one thread; of a long stack, only both ends.
    func frames(of thread: OpaquePointer) -> [LuaFrame] {
        guard mw_reserve(thread, 8) else { return [] }
        var frame = mw_frame()
        return levels(of: thread, inner: 40, outer: 20).compactMap { level in
            mw_frame_at(thread, level, &frame) ? described(frame) : nil
        }
    }

    private static let mostFrames = 200

    private func described(_ frame: mw_frame) -> LuaFrame {
        if let host = frame.host {
            return LuaFrame(location: nil, function: name(ofHost: host), owner: .swift)
        }
        let location = location(frame)
        return LuaFrame(
            location: location, function: frame.name.map(Self.shortName),
            owner: location == nil ? .library : .script)
    }

    /// A script can give a field a name of megabytes, and each frame of a stack would copy it.
    private static func shortName(_ name: UnsafePointer<CChar>) -> String {
        let length = strnlen(name, longestName + 1)
        let bytes = UnsafeRawBufferPointer(start: name, count: min(length, longestName))
        return String(decoding: bytes, as: UTF8.self) + (length > longestName ? "…" : "")
    }

    private static let longestName = 200

    /// The names of the chunks that run, outermost first; of a very long stack, only those at both ends.
    ///
    /// In a coroutine, those of the threads that wait for it come first.
    func activeChunks() -> [String] {
        var chunks: [String] = []
        var next: OpaquePointer? = thread
        while let thread = next {
            chunks = self.chunks(of: thread) + chunks
            next = mw_resumer(entry, thread)
        }
        return chunks
    }

    private func chunks(of thread: OpaquePointer) -> [String] {
        var frame = mw_frame()
        return levels(of: thread, inner: 1000, outer: 1000).reversed().compactMap { level in
            var found = level
            guard mw_call_site(thread, &found, &frame), found == level, frame.is_main else { return nil }
            return location(frame)?.file
        }
    }

    private func levels(of thread: OpaquePointer, inner: Int32, outer: Int32) -> [Int32] {
        let depth = mw_depth(thread)
        return Array(0..<min(inner, depth)) + Array(max(inner, depth - outer)..<max(inner, depth))
    }

    /// The nearest line of a script; level zero is the host function that runs.
    package func callSite() -> LuaCallSite? {
        var frame = mw_frame()
        var level: Int32 = 1
        return mw_call_site(thread, &level, &frame) ? site(frame) : nil
    }

    /// The line that calls the running host function, and the name it uses; nil when a library function is the caller.
    func directCall() -> (location: ScriptLocation, name: String?)? {
        var frame = mw_frame()
        guard mw_reserve(thread, 8), mw_frame_at(thread, 0, &frame) else { return nil }
        let name = frame.name.map(Self.shortName)
        var level: Int32 = 1
        guard mw_call_site(thread, &level, &frame), level == 1 else { return nil }
        return location(frame).map { ($0, name) }
    }

    package func callSites(limit: Int) -> [LuaCallSite] {
        var sites: [LuaCallSite] = []
        var frame = mw_frame()
        var level: Int32 = 0
        while sites.count < limit, mw_call_site(thread, &level, &frame) {
            if let site = site(frame) { sites.append(site) }
            level += 1
        }
        return sites
    }

    /// Where the function at the position was written.
    func source(at position: Int) -> ScriptLocation? { lines(at: position)?.first }

    /// The line where a function begins, and the number of the one where it ends.
    func lines(at position: Int) -> (first: ScriptLocation, last: Int)? {
        var frame = mw_frame()
        guard mw_function_source(thread, Int32(truncatingIfNeeded: position), &frame) else { return nil }
        return location(frame).map { ($0, Int(frame.last_line)) }
    }

    /// The number of named parameters of a script's function, and whether it takes more arguments.
    func parameters(at position: Int) -> (count: Int, isVariadic: Bool)? {
        var frame = mw_frame()
        guard mw_function_source(thread, Int32(truncatingIfNeeded: position), &frame) else { return nil }
        return (Int(frame.parameters), frame.is_variadic)
    }

    private func site(_ frame: mw_frame) -> LuaCallSite? {
        location(frame).map { LuaCallSite(location: $0, isMainChunk: frame.is_main) }
    }

    private func location(_ frame: mw_frame) -> ScriptLocation? {
        guard let source = frame.source else { return nil }
        return ScriptLocation(file(source, frame.source_length), line: Int(frame.line))
    }

    private static func isSame(_ name: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let isSame = name.utf8.withContiguousStorageIfAvailable { known in
            guard known.count == bytes.count else { return false }
            guard let known = known.baseAddress, let asked = bytes.baseAddress else { return true }
            return memcmp(known, asked, bytes.count) == 0
        }
        return isSame ?? false
    }

    /// The file of a chunk name, cached by its address, which another chunk may have after the first one was collected.
    private func file(_ source: UnsafePointer<CChar>, _ length: Int) -> FileNumber {
        let bytes = UnsafeRawBufferPointer(start: source, count: length)
        if let last = lastFile, last.bytes == source, Self.isSame(last.name, bytes) { return last.file }
        let name = String(decoding: bytes, as: UTF8.self)
        let file = FileNumber(name)
        lastFile = (source, name, file)
        return file
    }
}
