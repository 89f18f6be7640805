internal import CLuaShim

/// The Lua library of the system, as it is installed.
///
///     print(LuaLibrary.version)                                     // "5.4.4"
///     for bug in LuaLibrary.knownBugs { print(bug) }
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
        public var fixedIn: String { fixedRelease.map { "5.4.\($0)" } ?? "5.5" }
        /// What is done about it: how the bridge keeps scripts from it, or who has to.
        public let defence: String
        /// Whether the library was seen to have it, rather than told by its version.
        public var isProbed: Bool { evidence != .version }

        /// The last part of the version; nil when no release of 5.4 is without it.
        private let fixedRelease: Int?
        private let evidence: Evidence

        /// How it is known that the library has a bug.
        private enum Evidence: Hashable {
            case version
            /// A text that answers true where the bug is not.
            case text(String)
            /// One of those that the shim looks for before any text is loaded.
            case compiler(Int)
            /// The shim looks for it in a state that frees nothing.
            case concatenation
        }

        init(
            _ summary: String, fixedIn release: Int?, defence: String, probe: String? = nil, compilerBug: Int? = nil,
            breaksConcatenation: Bool = false
        ) {
            self.summary = summary
            self.fixedRelease = release
            self.defence = defence
            evidence =
                breaksConcatenation
                ? .concatenation : compilerBug.map { .compiler($0) } ?? probe.map { .text($0) } ?? .version
        }

        func isPresent(in release: Int) -> Bool {
            switch evidence {
            case .version: fixedRelease.map { release < $0 } ?? true
            case .text(let probe): !mw_passes(probe)
            case .compiler(let bug): mw_compiler_bugs() & UInt32(bug) != 0
            case .concatenation: mw_concatenation_is_broken()
            }
        }

        public var description: String {
            "\(summary) (fixed in Lua \(fixedIn)\(isProbed ? ", probed" : "")): \(defence)"
        }
    }
}
