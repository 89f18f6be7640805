internal import CLuaShim
internal import MoonwireValues

/// Which functions scripts find: a set that can be listed, compared and changed.
///
///     let lua = try Interpreter(profile: .configuration.adding("os.time").removing("print"))
///     Profile.full.subtracting(.configuration).functions      // ["debug.traceback", "dofile", "io.close", …]
///
/// No function of any profile lets a script escape its limits or harm the interpreter.
public struct Profile: Sendable, Hashable {
    /// Bit n stands for the function to which the shim gave the number n.
    private var bits: UInt128 = 0

    /// A profile without any function.
    public init() {}

    /// What it takes to say what things are, for scripts from anywhere: loops, texts, lists, mathematics and errors.
    ///
    /// Not there, in groups: `pcall`, `xpcall` and coroutines, since data needs no second path beside the straight one; metatables
    /// and raw access, so that a table is just a table; `string.pack` and its like, which read memory layouts; `print`,
    /// `warn` and `collectgarbage`, which talk to the host.
    public static let untrusted = Profile(
        known: [
            "assert", "error", "ipairs", "next", "pairs", "select", "tonumber", "tostring", "type", "math", "string",
            "table", "utf8",
        ],
        without: ["math.random", "math.randomseed", "string.pack", "string.packsize", "string.unpack"])

    /// What a configuration needs: no access to the system, the same result in every run.
    public static let configuration = untrusted.union(
        Profile(known: [
            "collectgarbage", "coroutine", "getmetatable", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset",
            "setmetatable", "string", "warn", "xpcall",
        ]))

    /// All there is, for scripts that are trusted like the application itself: files, programs, the clock, random numbers, and
    /// texts that become code. Limits, protected calls and metatables are as strict as elsewhere.
    ///
    /// Functions that wait for the system (`io.read`, `io.popen`, `os.execute`) do so for as long as they like, and the interpreter waits
    /// with them: no limit counts that time.
    public static let full = Profile(known: libraries)

    /// The names of what scripts find, in order, with the constants among them: `assert`, `math.pi`.
    public var functions: [String] {
        Self.names.indices.filter { has($0) }.map { Self.names[$0] }.sorted()
    }

    /// Whether scripts find that function, or any of that library.
    public func contains(_ name: String) -> Bool {
        bits & Self.bits(name) != 0
    }

    /// The same with more functions, or all of a library: `adding("os.time", "coroutine")`.
    ///
    /// - Throws: ``LuaError`` of the code ``LuaError/Code/profile`` when there is no function or library of that name.
    public func adding(_ names: String...) throws -> Profile {
        try names.reduce(into: self) { profile, name in profile.bits |= try Self.knownBits(name) }
    }

    /// The same without some functions, or without all of a library.
    ///
    /// - Throws: ``LuaError`` of the code ``LuaError/Code/profile`` when there is no function or library of that name.
    public func removing(_ names: String...) throws -> Profile {
        try names.reduce(into: self) { profile, name in profile.bits &= ~(try Self.knownBits(name)) }
    }

    /// What either has.
    public func union(_ other: Profile) -> Profile {
        Profile(bits: bits | other.bits)
    }

    /// What the other does not have.
    public func subtracting(_ other: Profile) -> Profile {
        Profile(bits: bits & ~other.bits)
    }

    /// Whether the other has all that this one has.
    public func isSubset(of other: Profile) -> Bool {
        bits & ~other.bits == 0
    }

    /// As the shim takes it.
    var shimProfile: mw_profile {
        mw_profile(words: (UInt64(truncatingIfNeeded: bits), UInt64(truncatingIfNeeded: bits >> 64)))
    }

    private init(bits: UInt128) {
        self.bits = bits
    }

    private init(known names: [String], without exceptions: [String] = []) {
        bits = names.reduce(0) { $0 | Self.bits($1) } & ~exceptions.reduce(0) { $0 | Self.bits($1) }
    }

    private func has(_ number: Int) -> Bool { bits >> number & 1 == 1 }

    /// All functions, by number.
    private static let names = (0..<mw_function_count()).map { String(cString: mw_function_name($0)) }

    private static let libraries = Set(names.map { library(of: $0) ?? $0 }).sorted()

    private static func library(of name: String) -> String? {
        name.firstIndex(of: ".").map { String(name[..<$0]) }
    }

    /// The bits of a function or of a whole library; none for what is not known.
    private static func bits(_ name: String) -> UInt128 {
        names.indices.reduce(0) { bits, number in
            names[number] == name || library(of: names[number]) == name ? bits | 1 << number : bits
        }
    }

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

extension Profile: CustomStringConvertible {
    /// A line for each library: `string: byte char find …`.
    public var description: String {
        let groups = Dictionary(grouping: functions) { Self.library(of: $0) ?? "" }
        return groups.sorted { $0.key < $1.key }.map { library, names in
            let fields = names.map { library.isEmpty ? $0 : String($0.dropFirst(library.count + 1)) }
            return (library.isEmpty ? "" : "\(library): ") + fields.joined(separator: " ")
        }
        .joined(separator: "\n")
    }
}
