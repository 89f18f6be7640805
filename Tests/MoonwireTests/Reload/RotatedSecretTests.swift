import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Former values of a secret are not shown: instances may still hold one.
@Suite struct RotatedSecretTests {
    private static let former = "former-0123456789abcdef"
    private static let latter = "latter-fedcba9876543210"

    private static let script = """
        parameters { key = env.secret "KEY" }
        local kept
        service "stopped" (function(c)
            local key = c.param "key"
            return Station { name = key }
        end)
        service "failing" {
            type = "Station", args = { name = "failing" },
            configure = function(station, c) kept = c.param "key" end,
            stop = function() error("cannot stop " .. kept, 0) end,
        }
        service "late" { factory = function() error("built with " .. tostring(kept), 0) end, scope = "transient" }
        """

    private func said(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch { return "\(error)" }
    }

    @Test func stopErrorsMaskTheFormerSecret() throws {
        let variables = Lock(["KEY": Self.former])
        let living = try Living(Self.script, variables: variables)
        _ = try living.station("failing")
        variables.withLock { $0["KEY"] = Self.latter }
        try living.reload()
        let reported = living.container.diagnostics.entries.map { "\($0)" }.joined()
        #expect(reported.contains("cannot stop ***"))
        #expect(!reported.contains("0123456789"))
    }

    /// Of more than one former value, and while the variable is not set at all.
    @Test func laterErrorsMaskFormerSecrets() throws {
        let variables = Lock(["KEY": Self.former])
        let living = try Living(Self.script, variables: variables)
        _ = try living.station("failing")
        for value in [Self.latter, nil] {
            variables.withLock { $0["KEY"] = value }
            let words = said { _ = try living.station("late") }
            #expect(words.contains("built with ***"))
            #expect(!words.contains("0123456789"))
        }
    }
}
