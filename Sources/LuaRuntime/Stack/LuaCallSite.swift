package import MoonwireValues

/// A line of a script that is in the middle of a call.
package struct LuaCallSite: Sendable, Hashable {
    package let location: ScriptLocation
    /// Whether the line is in the chunk itself, and not in one of its functions.
    package let isMainChunk: Bool

    package init(location: ScriptLocation, isMainChunk: Bool) {
        self.location = location
        self.isMainChunk = isMainChunk
    }
}
