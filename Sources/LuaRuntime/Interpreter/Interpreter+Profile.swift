internal import CLuaShim
internal import MoonwireValues

extension Interpreter {
    /// The set of functions that scripts find.
    ///
    ///     let lua = try Interpreter(profile: .configuration.adding("os.time").removing("print"))
    ///     Interpreter.Profile.full.subtracting(.configuration).functions      // ["debug.traceback", "dofile", …]
    ///
    /// No function of any profile lets a script escape its limits or harm the interpreter.
    public struct Profile: Sendable, Hashable {
        /// Bit n is the function to which the shim gives the number n.
        private var bits: UInt128 = 0

        /// Creates a profile without any function.
        public init() {}

        private init(bits: UInt128) {
            self.bits = bits
        }

        private init(known names: [String], without exceptions: [String] = []) {
            bits = names.reduce(0) { $0 | Self.bits($1) } & ~exceptions.reduce(0) { $0 | Self.bits($1) }
        }
    }
}

extension Interpreter.Profile {
    /// The functions for scripts from any source: loops, strings, lists, mathematics, and errors.
    ///
    /// It does not contain: `pcall`, `xpcall`, and coroutines, because data needs a single path; metatables and raw access, so that a
    /// table is just a table; `string.pack` and similar functions, which read memory layouts; `print`, `warn`, and `collectgarbage`,
    /// which affect the host.
    public static let untrusted = Interpreter.Profile(
        known: [
            "assert", "error", "ipairs", "next", "pairs", "select", "tonumber", "tostring", "type", "math", "string",
            "table", "utf8",
        ],
        without: ["math.random", "math.randomseed", "string.pack", "string.packsize", "string.unpack"])

    /// The functions for a configuration: no access to the system, and the same result in every run.
    public static let configuration = untrusted.union(
        Interpreter.Profile(known: [
            "collectgarbage", "coroutine", "getmetatable", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset",
            "setmetatable", "string", "warn", "xpcall",
        ]))

    /// All functions, for scripts that are trusted like the application itself.
    ///
    /// They include files, programs, the clock, random numbers, and strings that become code. Limits, protected calls, and
    /// metatables are as strict as in other profiles.
    ///
    /// Functions that wait for the system (`io.read`, `io.popen`, `os.execute`) wait without a limit, and the interpreter waits with
    /// them: no limit counts that time.
    public static let full = Interpreter.Profile(known: libraries)

    /// The sorted names of all functions and constants in the profile, such as `assert` and `math.pi`.
    public var functions: [String] {
        Self.names.indices.filter { has($0) }.map { Self.names[$0] }.sorted()
    }

    /// Returns whether the profile contains a function, or any function of a library.
    ///
    /// - Parameter name: The name of a function or of a library.
    /// - Returns: Whether scripts find it.
    public func contains(_ name: String) -> Bool {
        bits & Self.bits(name) != 0
    }

    /// Returns a profile that also contains some functions or libraries: `adding("os.time", "coroutine")`.
    ///
    /// - Parameter names: The names of functions or libraries.
    /// - Returns: The larger profile.
    /// - Throws: ``LuaError`` with the code ``LuaError/Code/profile`` when there is no function or library with that name.
    public func adding(_ names: String...) throws -> Interpreter.Profile {
        try names.reduce(into: self) { profile, name in profile.bits |= try Self.knownBits(name) }
    }

    /// Returns a profile without some functions or libraries.
    ///
    /// - Parameter names: The names of functions or libraries.
    /// - Returns: The smaller profile.
    /// - Throws: ``LuaError`` with the code ``LuaError/Code/profile`` when there is no function or library with that name.
    public func removing(_ names: String...) throws -> Interpreter.Profile {
        try names.reduce(into: self) { profile, name in profile.bits &= ~(try Self.knownBits(name)) }
    }

    /// Returns a profile with the functions of both profiles.
    ///
    /// - Parameter other: Another profile.
    /// - Returns: The union.
    public func union(_ other: Interpreter.Profile) -> Interpreter.Profile {
        Interpreter.Profile(bits: bits | other.bits)
    }

    /// Returns a profile with the functions that another profile does not contain.
    ///
    /// - Parameter other: Another profile.
    /// - Returns: The difference.
    public func subtracting(_ other: Interpreter.Profile) -> Interpreter.Profile {
        Interpreter.Profile(bits: bits & ~other.bits)
    }

    /// Returns whether another profile contains all functions of this one.
    ///
    /// - Parameter other: Another profile.
    /// - Returns: Whether this profile is a subset.
    public func isSubset(of other: Interpreter.Profile) -> Bool {
        bits & ~other.bits == 0
    }

    /// The profile as the shim expects it.
    var shimProfile: mw_profile {
        mw_profile(words: (UInt64(truncatingIfNeeded: bits), UInt64(truncatingIfNeeded: bits >> 64)))
    }

    private func has(_ number: Int) -> Bool { bits >> number & 1 == 1 }

    /// All functions, by number.
    private static let names = (0..<mw_function_count()).map { String(cString: mw_function_name($0)) }

    private static let libraries = Set(names.map { library(of: $0) ?? $0 }).sorted()

    private static func library(of name: String) -> String? {
        name.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) }
    }

    /// The bits of each function, and of each library.
    private static let known = names.enumerated().reduce(into: [String: UInt128]()) { known, function in
        known[function.element, default: 0] |= 1 << function.offset
        if let library = library(of: function.element) { known[library, default: 0] |= 1 << function.offset }
    }

    /// The bits of a function or of a library; zero for an unknown name.
    private static func bits(_ name: String) -> UInt128 { known[name] ?? 0 }

    private static func knownBits(_ name: String) throws -> UInt128 {
        let found = bits(name)
        guard found == 0 else { return found }
        let nearest = Suggestions(among: names + libraries).nearest(toMember: name)
        throw LuaError(
            .profile,
            "\"\(name)\" is not a function or a library that a profile can contain"
                + (nearest.first.map { "\n    did you mean \"\($0)\"?" } ?? ""))
    }
}

extension Interpreter.Profile: CustomStringConvertible {
    /// One line for each library: `string: byte char find …`.
    public var description: String {
        let groups = Dictionary(grouping: functions) { Self.library(of: $0) ?? "" }
        return groups.sorted { $0.key < $1.key }.map { library, names in
            let fields = names.map { library.isEmpty ? $0 : String($0.dropFirst(library.count + 1)) }
            return (library.isEmpty ? "" : "\(library): ") + fields.joined(separator: " ")
        }
        .joined(separator: "\n")
    }
}
