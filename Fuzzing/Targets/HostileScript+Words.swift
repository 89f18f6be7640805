// The arguments of words.
extension HostileScript {
    /// A large number of one thing.
    mutating func many() -> String {
        let body = reader.choice(
            #"service("many" .. i) { type = "Part" }"#, #"service("many" .. i)"#, #"alias("a" .. i)(ref "s1")"#,
            #"decorate "s1" { type = "Part", args = { part = inner } }"#, #"hook.created("s1", function() end)"#,
            #"decorate("s1") { type = "Part", args = { part = inner }, id = "layer" .. i }"#,
            #"hook.registered("*", function() end)"#, #"hook.resolved("tag:t1", function() end, { priority = i })"#,
            #"inject { type = "Part", value = ref "s1" }"#, #"inject { slot = "Owner.part", value = ref "s2" }"#,
            #"inject { owner = "Owner", value = skip }"#, #"parameters { ["p" .. i] = "%p" .. i + 1 .. "%" }"#,
            #"parameters { ["p" .. i] = "%p%-%n%" }"#, #"when("dev", function() end)"#,
            "environments { 'dev', 'e' .. i }",
            #"preferences("G" .. i) { x = { default = i } }"#,
            #"preferences "G" { ["x" .. i] = { default = i, min = 0 } }"#,
            #"inline { type = "Part" }"#, #"tagged("t" .. i)"#, #"local _ = env.string("V" .. i, "x")"#,
            #"service("many" .. i) { type = "Part", args = { part = inline { type = "Part" } } }"#,
            #"service("many" .. i) { parent = "base", call = { { "add", ref "s1" } } }"#,
            #"service "o0" { type = "Part", args = { value = i } }"#, #"local _ = now(param "p")"#,
            #"service("many" .. i) { type = "Part", args = { value = "%env(V" .. i .. ")%" } }"#,
            #"service("many" .. i) { type = "Part", tags = { { "t1", priority = i, name = "n" .. i } } }"#,
            #"service("many" .. i) { type = "Box<Part>", args = { item = "@s1" } }"#,
            #"service("many" .. i) { type = "Part", args = { value = env.secret("V" .. i) } }"#, "error('x' .. i)",
            #"pcall(service("many" .. i), {}, 1)"#, #"_ = ref["s" .. i]"#, "local _ = types['Box<Part>']",
            #"service("many" .. i) { type = "Part", deprecated = "for " .. i, public = false, reload = "keep" }"#,
            #"service("many" .. i) { synthetic = true, type = "Part", scope = "weak" }"#,
            #"service("many" .. i) { type = "Part", uses = { "s1", "many" .. i - 1 }, stop = function() end }"#)
        return "for i = 1, \(size()) do \(body) end"
    }

    /// Something nested in itself.
    mutating func deep() -> String {
        let step = reader.choice(
            "{ v }", "{ x = v }", #"inline { type = "Part", args = { value = v } }"#,
            #"inline { type = "Part", args = { part = v } }"#, #"inline { factory = { v, "twin" } }"#,
            #"{ v, inline { type = "Part", args = { value = v } } }"#, #"inline { type = "Part", set = { note = v } }"#)
        let start = reader.choice("'x'", #"ref "s1""#)
        return "local v = \(start) for i = 1, \(size()) do v = \(step) end \(use("v"))"
    }

    /// One table that is reached in many ways, or in a cycle.
    mutating func shared() -> String {
        let step = reader.choice(
            "{ v, v }", "{ a = v, b = v }", #"inline { type = "Part", args = { value = { v, v } } }"#,
            "setmetatable({ v, v }, { __index = v })")
        let circle = reader.choice("", "", "v[1] = v ", "v.self = v ")
        let start = reader.choice("{ 1 }", "{}", #"{ ref "s1" }"#)
        return "local v = \(start) \(circle)for i = 1, \(2 + reader.below(60)) do v = \(step) end \(use("v"))"
    }

    /// A long name or value, written once or repeatedly.
    mutating func long() -> String {
        let long = "('\(reader.choice("x", "%", "@", "é", "[", "%a%", "env(", "%p%", "a.", "*", "?"))'):rep(\(size()))"
        let use = reader.choice(
            "service(l) { type = 'Part' }", "service 'o1' { type = l }", "service 'o1' { [l] = 1 }",
            "service 'o1' { type = 'Part', args = { part = ref(l) } }", "parameters { [l] = 1 }",
            "parameters { q = l }",
            "error(l)", "assert(false, l)", "print(l)", "hook[l]()", "local _ = _ENV[l]", "environments { 'dev', l }",
            "service 'o1' { type = 'Part', args = { [l] = l } }", "service 'o1' { type = 'Part', tags = { l } }",
            "include(l)", "require(l)", "service 'o1' { type = 'Part', scope = l }", "env.string(l)",
            "env.enum(l, { l })",
            "service 'o1' { type = 'Part', args = { value = '%' .. l .. '%' } }", "alias(l)(l)", "alias 's1a'(l)",
            "service 'o1' { type = 'Part', stop = l }", "service 'o1' { type = 'Part', deprecated = l }",
            "service 'o1' { parent = l }", "service 'o1' { factory = l }", "decorate 's1' { type = 'Part', id = l }",
            "decorate(l) { type = 'Part', if_present = true }", "hook.created(l, function() end)",
            "inject { slot = 'Owner.' .. l, value = 1 }", "inject { type = l, value = 1 }",
            "inject { owner = l, value = skip }",
            "preferences(l) { x = { default = 1 } }",
            "preferences 'G' { x = { default = l, key = l, from = l, store = l } }",
            "preferences 'G' { x = { default = l, one_of = { l } } }", "local _ = raw(l)", "local _ = param(l)",
            "when(l, print)",
            "local _ = tagged(l, { by = l })", "service 'o1' { type = 'Part', args = { value = tagged(l) } }",
            "service 'o1' { type = 'Part', args = { value = raw(l) } }",
            "service 'o1' { type = 'Part', set = { [l] = l } }",
            "service 'o1' { type = 'Part', call = { { l, l } } }", "service 'o1' { type = 'Part', uses = { l } }",
            "service 'o1' { type = 'Part', args = { part = optional(l) } }", "local _ = types[l]", "local _ = env[l]")
        return "local l = \(long) for i = 1, \(reader.choice(1, 1, size())) do \(use) end"
    }

    /// Definitions that refer to each other, one after another.
    mutating func chain() -> String {
        let (link, last) = reader.choice(
            (#"alias("c" .. i)(ref("c" .. i + 1))"#, #"alias("c" .. n + 1)(ref "s1")"#),
            (#"service("c" .. i) { parent = "c" .. i + 1 }"#, #"service("c" .. n + 1) { type = "Part" }"#),
            (
                #"service("c" .. i) { parent = "c" .. i + 1, call = { { "take", i } }, set = { { "note", i } } }"#,
                #"service("c" .. n + 1) { type = "Part" }"#
            ),
            (
                #"service("c" .. i) { type = "Part", args = { part = ref("c" .. i + 1) } }"#,
                #"service("c" .. n + 1) { type = "Part" }"#
            ),
            (
                #"service("c" .. i) { type = "Part", args = { later = lazy("c" .. i + 1) } }"#,
                #"service("c" .. n + 1) { type = "Part" }"#
            ),
            (
                #"decorate(i == 1 and "s2" or "c" .. i - 1) { id = "c" .. i, type = "Part", args = { part = inner } }"#,
                "local _ = 1"
            ),
            (#"parameters { ["c" .. i] = "%c" .. i + 1 .. "%" }"#, #"parameters { ["c" .. n + 1] = 1 }"#),
            (
                #"parameters { ["c" .. i] = "%c" .. i + 1 .. "%%%c" .. i + 1 .. "%" }"#,
                #"parameters { ["c" .. n + 1] = 1 }"#
            ),
            (
                #"service("c" .. i) (function(c) return c.get("c" .. i + 1) end)"#,
                #"service("c" .. n + 1) { type = "Part" }"#
            ),
            (
                #"service("c" .. i) { factory = { ref("c" .. i + 1), "twin" } }"#,
                #"service("c" .. n + 1) { type = "Part" }"#
            ))
        let end = reader.choice(last, last, last, "", #"alias("c" .. n + 1)(ref "c1")"#)
        return "local n = \(size()) for i = 1, n do \(link) end \(end)"
    }

    /// A number of one thing for each of a number of others.
    mutating func product() -> String {
        let (first, second) = reader.choice(
            (#"hook.created("*", function() end)"#, #"service("f" .. i) { type = "Part" }"#),
            (#"hook.created("s?*", function() end)"#, #"service("s" .. i + 5) { type = "Part" }"#),
            (#"hook.registered("*", function() end)"#, #"service("f" .. i) { type = "Part" }"#),
            (
                #"service("t" .. i) { type = "Part", tags = "tt" }"#,
                #"service("f" .. i) { type = "Part", args = { parts = tagged "tt" } }"#
            ),
            (#"b[i] = { "take", i }"#, #"service("f" .. i) { parent = "big" }"#),
            (#"b[i] = { "note", i }"#, #"service("f" .. i) { type = "Part", set = b }"#),
            (#"b[i] = { "t" .. i, priority = i }"#, #"service("f" .. i) { type = "Part", tags = b }"#),
            (#"b[i] = i"#, #"service("f" .. i) { type = "Part", args = { value = b } }"#),
            (#"b[i] = i"#, #"parameters { ["b" .. i] = b }"#),
            (#"b[i] = i"#, #"preferences("B" .. i) { x = { default = b, one_of = { b } } }"#),
            (#"b["k" .. i] = "%p%""#, #"service("f" .. i) { type = "Part", args = { value = b } }"#),
            (#"b[i] = ref("nothing" .. i)"#, #"service("f" .. i) { type = "Part", args = { value = b } }"#),
            (
                #"parameters { ["big" .. i] = i }"#,
                #"service("f" .. i) { type = "Part", args = { value = "%big" .. i .. "%" } }"#
            ),
            (#"b[#b + 1] = "xxxxxxxxxx""#, #"parameters { ["l" .. i] = table.concat(b) .. "%p%" }"#),
            (#"b[#b + 1] = "%p%""#, #"service("f" .. i) { type = "Part", args = { value = table.concat(b) } }"#),
            (#"inject { type = "Part", value = ref "s1" }"#, #"inject { slot = "Owner.part", value = ref "s1" }"#),
            (
                #"alias("b" .. i)(ref "s1")"#,
                #"decorate("b" .. i) { type = "Part", args = { part = inner }, if_present = true }"#
            ),
            (
                #"decorate "s2" { type = "Part", args = { part = inner } }"#,
                #"service("f" .. i) { type = "Part", args = { part = ref "s2" } }"#
            ),
            (
                #"service("f" .. i) { type = "Part", args = { part = ref("f" .. i + 1) } }"#,
                #"hook.created("f*", function() end)"#
            ),
            (
                #"b[i] = "v""#,
                #"parameters { big = b } service("f" .. i) { type = "Part", args = { value = param "big" } }"#
            ),
            (
                #"b["k" .. i] = i"#,
                #"parameters { big = b } service("f" .. i) { type = "Part", args = { value = "%big%" } }"#
            ),
            (
                #"parameters { big = b } b[i] = i"#,
                #"parameters { ["a" .. i] = param "big" } service("f" .. i) { type = "Part", args = { value = param("a" .. i) } }"#
            ),
            (
                #"b[#b + 1] = "%large%""#,
                #"parameters { large = ("x"):rep(i), ["l" .. i] = table.concat(b) }"#
            ),
            (
                #"b[#b + 1] = "%large%""#,
                #"parameters { large = ("x"):rep(i) } service("f" .. i) { type = "Part", args = { value = table.concat(b) } }"#
            ),
            (#"b[i] = "e" .. i"#, "environments { 'dev', table.unpack(b, 1, math.min(#b, i)) }"),
            (
                #"b[i] = "nothing" .. i"#,
                #"service("f" .. i) (function(c) for _, n in ipairs(b) do pcall(c.get, n) pcall(c.param, n) end end)"#
            ),
            (
                #"b[i] = ("n"):rep(i)"#,
                #"service("f" .. i) (function(c) for _, n in ipairs(b) do pcall(c.get, n) pcall(c.tagged, n) end end)"#
            ),
            (#"hook.registered("*", function() for n = 1, 1e5 do end end)"#, #"service("f" .. i) { type = "Part" }"#),
            (
                "local _ = 1",
                #"preferences("P" .. i) { x = { default = 1, check = function() for n = 1, 1e5 do end return true end } }"#
            ))
        return """
            local b = {} for i = 1, \(size()) do \(first) end
            service "big" { abstract = true, type = "Part", call = type(b[1]) == "table" and b[1][1] == "take" and b or {} }
            for i = 1, \(size()) do \(second) end
            """
    }

    /// Many mistakes at once, each with names that are nearly correct.
    mutating func misspelled() -> String {
        let name = "('\(reader.choice("service", "x", "repository"))'):rep(\(1 + reader.below(30)))"
        let mistake = reader.choice(
            #"service("m" .. i) { type = "Prat", args = { part = ref(n .. "-" .. i) } }"#,
            #"service("m" .. i) { type = "Part", args = { value = "%" .. n .. "%", vlaue = 1 } }"#,
            #"service("m" .. i) { tpye = "Part", [n .. i] = 1 }"#, #"hook.created(n .. "-" .. i, function() end)"#,
            #"inject { slot = "Owner." .. n .. i, value = 1 }"#, #"alias("m" .. i)(n .. "-" .. i)"#,
            #"decorate(n .. "-" .. i) { type = "Part" }"#, #"service("m" .. i) { parent = n .. "-" .. i }"#,
            #"_ENV[n .. i] = 1"#, #"pcall(function() return _ENV[n .. i] end)"#,
            #"pcall(function() return hook[n] end)"#,
            #"service("m" .. i) { type = "Part", call = { { "twni", n } }, set = { noet = n } }"#,
            #"service("m" .. i) { type = "Part", args = { parts = tagged(n .. i) } }"#)
        return """
            local n = \(name)
            for i = 1, \(size()) do service(n .. i) { type = "Part" } end
            for i = 1, \(size()) do \(mistake) end
            """
    }
}
