internal import CLuaShim
internal import MoonwireValues

/// Chunks of source.
extension LuaStack {
    /// Pushes a chunk as a function.
    func load(_ source: String, name: String) throws {
        try check(source, name: name)
        interpreter.chunks.remember(name, source)
        var source = source
        let status = source.withUTF8 { mw_load(thread, $0.baseAddress, $0.count, "@" + name) }
        switch Int(status) {
        case MW_OK: return
        case MW_SYNTAX: throw syntaxError()
        default: throw failure(Int32(MW_NO_MEMORY))
        }
    }

    /// Pushes what the shim needs to run a chunk in place of the running function.
    func pushChunk(_ source: String, name: String, cacheKey: String?) throws -> Int32 {
        try check(source, name: name)
        interpreter.chunks.remember(name, source)
        if let cacheKey { push(cacheKey) } else { pushNil() }
        push("@" + name)
        push(source)
        return Int32(MW_LOAD)
    }

    private func check(_ source: String, name: String) throws {
        let limit = interpreter.limits.source
        guard source.utf8.count > limit else { return }
        throw LuaError(
            .syntax, "the chunk is too long: \(source.utf8.count) bytes, but the limit is \(limit)",
            location: ScriptLocation(file: name, line: 1))
    }
}
