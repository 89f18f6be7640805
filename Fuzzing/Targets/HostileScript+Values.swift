// Values in all positions that accept them.
extension HostileScript {
    /// Passes a value to a word.
    mutating func use(_ value: String) -> String {
        reader.choice(
            "service 'x' { type = 'Part', args = { value = \(value) } }", "parameters { p = \(value) }",
            "service 'x' { type = 'Part', args = { part = \(value) } }",
            "service 'x' { type = 'Part', tags = { { 't', data = \(value) } } }",
            "inject { type = 'Part', value = \(value) }", "service 'x' { type = 'Part', set = { note = \(value) } }",
            "preferences 'G' { x = { default = \(value) } }",
            "decorate 's1' { type = 'Part', args = { value = \(value), part = inner } }",
            "service 'x' { type = 'Part', call = { { 'take', \(value) } } }",
            "service 'x' { type = 'Part', args = { parts = { \(value) } } }", "print(\(value))", "error(\(value))",
            "for i = 1, \(size()) do service('x' .. i) { type = 'Part', args = { value = \(value) } } end",
            "for i = 1, \(size()) do parameters { ['x' .. i] = \(value) } end")
    }

    /// The keys of a service that is valid, or nearly.
    mutating func keys() -> [String] {
        var keys = [
            reader.choice(
                "type = 'Part'", "type = 'Part'", "type = 'Box<Part>'", "type = 'Owner'", "type = 'Amount'",
                "factory = { ref 's1', 'twin' }", "factory = 'Part.standard'",
                "factory = function(a, c) return Part {} end",
                "parent = 'base'", "synthetic = true", "type = '%p%'")
        ]
        for _ in 0..<reader.below(5) { keys.append(key()) }
        return keys
    }

    private mutating func key() -> String {
        switch reader.below(16) {
        case 0: "args = { value = \(value()) }"
        case 1: "args = { part = \(reference()) }"
        case 2: "args = { parts = { \(reference()), \(reference()) } }"
        case 3: "args = { later = lazy 's1', anew = provider.s2 }"
        case 4: "args = { call = function() end }"
        case 5: reader.choice("args = { parts = tagged 't1' }", "args = { named = tagged('t1', { by = 'id' }) }")
        case 6: "set = { note = \(value()) }"
        case 7: "call = { { 'take', \(value()) }, { 'add', \(reference()) } }"
        case 8: "scope = \(reader.choice("'shared'", "'transient'", "'graph'", "'weak'", "'request'"))"
        case 9: "configure = function(o, c) o:take(c.param 'p') end"
        case 10: "uses = { 's1', ref.s2 }"
        case 11: "tags = { 't1', { 't2', priority = \(reader.integer()), data = \(value()) } }"
        case 12: "reload = \(reader.choice("'auto'", "'keep'", "'rebuild'"))"
        case 13: reader.choice("stop = 'close'", "stop = function(o) end")
        case 14: "public = false"
        default: "deprecated = true"
        }
    }

    private mutating func reference() -> String {
        reader.choice(
            "ref 's1'", "ref.s2", "'@s1'", "'@?s9'", "optional.s9", "inline { type = 'Part' }", "ref 's3'",
            "ref 'base'",
            "null", "ref 'o1'")
    }

    mutating func value(depth: Int = 0) -> String {
        switch reader.below(depth < 4 ? 14 : 11) {
        case 0: "'x'"
        case 1: "1"
        case 2: reader.choice("true", "null", "0/0", "1/0", "-0.0", "''")
        case 3: "math.tointeger('\(reader.integer())')"
        case 4: "'%p%'"
        case 5: reader.choice("'%m.a%-%n%'", "'%%'", "'@@x'", "'%env(int:V1)%'", "raw '%p'", "'100 %'", "'%nothing%'")
        case 6: "param 'm'"
        case 7: reference()
        case 8: reader.choice("env.string('V1', 'y')", "env.secret 'V1'", "now(param 'm')", "env.json('V2')")
        case 9: "('x'):rep(\(size()))"
        case 10: "function() end"
        case 11: "{ \(value(depth: depth + 1)), \(value(depth: depth + 1)) }"
        case 12: "{ a = \(value(depth: depth + 1)), b = \(value(depth: depth + 1)) }"
        default: "inline { type = 'Part', args = { value = \(value(depth: depth + 1)) } }"
        }
    }
}
