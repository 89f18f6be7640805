import Foundation

/// Values at the limits of a function's arguments, as Lua expressions.
///
/// A script that uses them begins with ``preamble``, which declares locals; without `local`, they are globals for later scripts.
package enum ExtremeValues {
    package static let preamble = preamble(giant: 1 << 17)

    /// The declarations, in which a giant string has `bytes` bytes.
    package static func preamble(giant bytes: Int) -> String {
        """
        local giant = ("g"):rep(\(bytes))
        local combined = "e" .. ("\\u{301}"):rep(\(bytes / 4))
        local hostile = setmetatable({}, {
            __index = function() return math.mininteger end, __len = function() return math.maxinteger end,
            __tostring = function() return "\\0\\xFF" end, __call = function(...) return ... end,
            __lt = function() return true end, __eq = function() return true end, __name = "\\27[31m",
        })
        local thread = coroutine.create(function() end)

        """
    }

    package static let all = [
        "math.maxinteger", "math.mininteger", "math.mininteger + 1", "-1", "0", "1", "255", "65536", "1 << 31",
        "1 << 32", "1 << 53", "0 / 0", "-0.0", "0.5", "1 / 0", "-1 / 0", "1e308", "5e-324", "2.0 ^ 63", "-2.0 ^ 63",
        "''", "'\\0'",
        "'\\xFF\\xFE\\x80'", "'9223372036854775808'", "'nan'", "'%'", "giant", "combined", "{}", "{ 1, 'x', {} }",
        "{ [1e308] = {}, x = 1 }",
        "hostile", "nil", "true", "print", "thread",
    ]

    /// Lists of arguments: none, each value alone, and some of several values, the same for one seed.
    ///
    /// - Parameters:
    /// - some: The number of lists of two to four values.
    /// - single: The number of lists of one value, which the seed chooses; all of them by default.
    package static func arguments(_ some: Int, single: Int = all.count, seed: String) -> [String] {
        var random = Seeded(
            state: seed.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 })
        let several = (0..<some).map { number in
            (0..<2 + number % 3).map { _ in all[Int.random(in: 0..<all.count, using: &random)] }.joined(separator: ", ")
        }
        let alone = all.shuffled(using: &random).prefix(single)
        return [""] + alone + several
    }

    /// The multiple of tests for a run of a night: `MOONWIRE_SWEEP`.
    package static let factor = ProcessInfo.processInfo.environment["MOONWIRE_SWEEP"].flatMap { Int($0) } ?? 1
}
