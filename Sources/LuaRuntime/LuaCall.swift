import CLuaShim
public import MoonwireValues

/// A call from Lua, valid while it lasts.
public struct LuaCall {
    public unowned(unsafe) let stack: LuaStack
    /// The stack position of the first argument.
    public let base: Int
    /// How many arguments there are.
    public let count: Int
    /// The number that was bound to the function.
    public let payload: Int

    /// An argument, counted from zero; nil when it was left out or is nil.
    public func argument(_ index: Int) -> ValueReader? {
        let position = stack.argument(index, of: base)
        return position == 0 ? nil : ValueReader(stack, position: position)
    }

    /// The stack position of an argument, counted from zero; zero when it was left out.
    public func position(_ index: Int) -> Int {
        index < count ? base + index : 0
    }

    /// The line that made the call.
    public var callSite: CallSite? { site(at: 1) }

    /// The lines of scripts on the way to the call, innermost first.
    public func callSites(limit: Int) -> [CallSite] {
        var sites: [CallSite] = []
        var level: Int32 = 1
        var frame = mw_frame()
        while sites.count < limit, mw_frame_at(stack.thread, level, false, &frame) {
            if let site = stack.callSite(frame) { sites.append(site) }
            level += 1
        }
        return sites
    }

    /// The names of the chunks that are running in this coroutine, outermost first.
    public var activeChunks: [String] {
        var chunks: [String] = []
        var level: Int32 = 1
        var frame = mw_frame()
        while mw_frame_at(stack.thread, level, false, &frame) {
            if frame.is_main, let site = stack.callSite(frame) { chunks.append(site.location.file) }
            level += 1
        }
        return chunks.reversed()
    }

    private func site(at level: Int32) -> CallSite? {
        var frame = mw_frame()
        return mw_frame_at(stack.thread, level, false, &frame) ? stack.callSite(frame) : nil
    }
}

/// A line of a script that made a call.
public struct CallSite: Sendable, Hashable {
    public let location: ScriptLocation
    /// Whether the line stands in the chunk itself, not in a function of it.
    public let isMainChunk: Bool
}
