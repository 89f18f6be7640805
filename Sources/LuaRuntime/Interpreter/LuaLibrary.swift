internal import CLuaShim

/// The Lua library that is installed on the system.
///
///     print(LuaLibrary.version)                                     // "5.4.4"
///     for bug in LuaLibrary.knownBugs { print(bug) }
public enum LuaLibrary {
    /// The version of the library that is linked.
    public static let version = "5.4.\(mw_library_release())"

    /// The version of the headers that the bridge was built with; if it differs, the version of the library is the relevant one.
    public static let headerVersion = "5.4.\(mw_header_release())"

    /// The bugs of Lua 5.4 that this library has.
    ///
    /// A bug is probed where that does no harm; for others, the version decides, even if a distribution has fixed the bug in an older
    /// version.
    public static let knownBugs = KnownBug.all.filter { $0.isPresent(in: Int(mw_library_release())) }

    /// A bug of some releases of Lua 5.4.
    public struct KnownBug: Sendable, Hashable, CustomStringConvertible {
        /// What happens.
        public let summary: String
        /// The first release without the bug, such as `5.4.8`.
        public var fixedIn: String { fixedRelease.map { "5.4.\($0)" } ?? "5.5" }
        /// How the bridge keeps scripts from the bug, or who must.
        public let mitigation: String
        /// Whether the library was probed for the bug, instead of its version compared.
        public var isProbed: Bool { evidence != .version }

        /// The last part of the version; nil when every release of 5.4 has the bug.
        private let fixedRelease: Int?
        private let evidence: Evidence

        /// How the library is checked for a bug.
        private enum Evidence: Hashable {
            case version
            /// A chunk that returns true where the bug is fixed.
            case chunk(String)
            /// A bug of the compiler, which the shim probes.
            case compiler(Int)
            /// The shim probes it in a state that frees nothing.
            case concatenation
        }

        init(
            _ summary: String, fixedIn release: Int?, mitigation: String, probe: String? = nil, compilerBug: Int? = nil,
            breaksConcatenation: Bool = false
        ) {
            self.summary = summary
            self.fixedRelease = release
            self.mitigation = mitigation
            evidence =
                breaksConcatenation
                ? .concatenation : compilerBug.map { .compiler($0) } ?? probe.map { .chunk($0) } ?? .version
        }

        func isPresent(in release: Int) -> Bool {
            switch evidence {
            case .version: fixedRelease.map { release < $0 } ?? true
            case .chunk(let probe): !mw_passes(probe)
            case .compiler(let bug): mw_compiler_bugs() & UInt32(bug) != 0
            case .concatenation: mw_concatenation_is_broken()
            }
        }

        /// The summary, the first release without the bug, and the mitigation.
        public var description: String {
            "\(summary) (fixed in Lua \(fixedIn)\(isProbed ? ", probed" : "")): \(mitigation)"
        }
    }
}
