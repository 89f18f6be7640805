internal import CLuaShim

/// The Lua library of the system, as it is installed.
///
///     print(LuaLibrary.version)                                     // "5.4.4"
///     for bug in LuaLibrary.knownBugs where bug.defence == nil { print(bug) }
public enum LuaLibrary {
    /// The version of the library that is linked.
    public static let version = "5.4.\(mw_library_release())"

    /// The version of the headers that the bridge was built with; it may differ, and then the library's counts.
    public static let headerVersion = "5.4.\(mw_header_release())"

    /// The bugs of Lua 5.4 that this library has: looked for where that does no harm, and else told by its version, so that
    /// a distribution which mended one by itself is not believed to have.
    public static let knownBugs = KnownBug.all.filter { $0.isPresent(in: Int(mw_library_release())) }

    /// Something that some releases of Lua 5.4 do wrong.
    public struct KnownBug: Sendable, Hashable, CustomStringConvertible {
        /// What happens.
        public let summary: String
        /// The first release without it: `5.4.8`.
        public var fixedIn: String { "5.4.\(fixedRelease)" }
        /// How the bridge keeps scripts from it; nil when a script may see it, which then is a wrong result and nothing worse.
        public let defence: String?
        /// Whether the library was seen to have it, rather than told by its version.
        public var isProbed: Bool { probe != nil }

        let fixedRelease: Int
        /// A text that answers true where the bug is not.
        let probe: String?

        init(_ summary: String, fixedIn release: Int, defence: String? = nil, probe: String? = nil) {
            self.summary = summary
            self.fixedRelease = release
            self.defence = defence
            self.probe = probe
        }

        func isPresent(in release: Int) -> Bool {
            if let probe { return !mw_passes(probe) }
            return release < fixedRelease
        }

        public var description: String {
            "\(summary) (fixed in Lua \(fixedIn)\(isProbed ? ", probed" : "")): \(defence ?? "not defended against")"
        }
    }
}
