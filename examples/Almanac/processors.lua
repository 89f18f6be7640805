-- The processors of each page's HTML before its template receives it, highest priority first.

include "languages.lua"

local function rank(priority) return { { "page.processor", priority = priority } } end

service "anchors"    { type = "HeadingAnchors",  tags = rank(50), args = { sign = "#" } }
service "contents"   { type = "TableOfContents", tags = rank(40), args = { levels = { 2, 3 }, fewest = 4 } }
service "syntax"     { type = "SyntaxClasses",   tags = rank(30), args = { languages = "%languages%" } }
service "typography" { type = "Typographer",     tags = rank(20), args = { quotes = { "“", "”", "‘", "’" } } }

-- A processor in Lua takes three lines, here or in a script that overrides this one.

service "external" {
    type = "ScriptedProcessor", tags = rank(10),
    args = { apply = function(html, page) return (html:gsub('<a href="http', '<a rel="external" href="http')) end },
}
