-- Elements as functions, nested like the page:
--
--     html.p { class = "note", "Text is escaped, ", html.b "elements are not", "." }
--
-- HTML must be marked: html.raw "<hr>". Nothing else is written to a page unescaped.

local html = {}

function html.raw(text) return Markup { raw = text } end

local function element(_, tag)
    html[tag] = function(content) return Markup { tag = tag, content = content } end
    return html[tag]
end

return setmetatable(html, { __index = element })
