-- The syntax of programming languages, by the name after the backticks of a code block.

local swift = {
    keywords = "actor any as associatedtype async await break case catch class continue default defer deinit do else enum "
        .. "extension false fileprivate final for func get guard if import in init inout internal is isolated let mutating "
        .. "nil nonisolated open operator override package private protocol public rethrows return self sending set some "
        .. "static struct subscript super switch throw throws true try typealias var where while",
    comment  = "//",
    quotes   = "\"",
    types    = true,
}

local lua = {
    keywords = "and break do else elseif end false for function goto if in local nil not or repeat return then true until "
        .. "while",
    comment  = "--",
    quotes   = "\"'",
}

local shell = {
    keywords = "case do done elif else esac exit export fi for function if in local readonly return set then while",
    comment  = "#",
    quotes   = "\"'",
}

local c = {
    keywords = "break case char const continue default do double else enum extern float for if int long return short "
        .. "signed sizeof static struct switch typedef union unsigned void volatile while",
    comment  = "//",
    quotes   = "\"'",
}

parameters { languages = { swift = swift, lua = lua, sh = shell, bash = shell, c = c } }
