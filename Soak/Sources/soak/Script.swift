/// The script of an edit that loads: every part of it contains the number of the edit.
struct Script {
    let text: String

    init(edit: Int) {
        var parts = [Self.services(edit)]
        if Bool.random() {
            parts.append(
                #"decorate "far" { type = "Node", args = { edit = param "edit", next = inner, ledger = ref "ledger" } }"#
            )
        }
        if Bool.random() { parts.append(#"hook.created("left", function(node) remember(node.edit) end)"#) }
        if Bool.random() { parts.append(#"hook.resolved("far", function(node) assert(node.edit == \#(edit)) end)"#) }
        if Bool.random() { parts.append(#"hook.released("left", function(node) remember(node.edit) end)"#) }
        if Bool.random() { parts.append(#"hook.reloading(function(plan) remember(#plan.replaced) end)"#) }
        text = parts.joined(separator: "\n") + "\n"
    }

    private static func services(_ edit: Int) -> String {
        """
        include "shared.lua"
        local seen = {}
        local function remember(what) seen[1] = what end
        parameters { edit = \(edit), token = env.secret "SOAK_TOKEN", size = \(Int.random(in: 1...3)) }
        local common = { edit = param "edit", ledger = ref "ledger" }
        service "mark" { type = "Mark", args = common, reload = "rebuild" }
        service "left" { type = "Node", args = common, stop = "close"\(tag()) }
        service "right" (function(c) return Node { edit = c.param "edit", ledger = c.get "ledger" } end)
        service "far" {
            type = "Node", args = { edit = param "edit", next = ref "left", ledger = ref "ledger" },
            stop = function(node) node:close() end\(tag()),
        }
        service "near" { type = "Node", args = common, scope = "weak"\(tag()) }
        service "filter" {
            type = "Filter", args = { apply = function(text) return text .. " " .. #seen end, ledger = ref "ledger" },
        }
        hook.created("filter", function(filter) seen[2] = filter end)
        service "whole" {
            scope = "transient",
            factory = function(args, c)
                remember(c.get("mark"))
                local numbers = { c.param "edit", c.get("mark").edit, c.get("left").edit, c.get("right").edit, c.get("far").edit }
                for _, node in ipairs(c.tagged "node") do numbers[#numbers + 1] = node.edit end
                return table.concat(numbers, " ")
            end,
        }
        """
    }

    private static func tag() -> String { Bool.random() ? #", tags = "node""# : "" }

    /// The source after an edit that does not load.
    func broken() -> String {
        switch Int.random(in: 0..<9) {
        case 0: "\(text)\n{"
        case 1: String(text.prefix(Int.random(in: 1..<text.count))) + "\n\"{"
        case 2: text.replacing(#"ref "left""#, with: #"ref "lfet""#)
        case 3: text.replacing(#""Node""#, with: #""Nodes""#)
        case 4: "\(text)\nerror('broken')"
        case 5: "\(text)\nwhile true do end"
        case 6: "\(text)\nlocal t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end"
        case 7: "\(text)\nservice \"left\" { typ = \"Node\" }\nparameters { edit = param \"none\" }"
        default: "\(text)\nhook.created(\"nobody\", function() end)"
        }
    }
}
