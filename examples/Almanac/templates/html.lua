-- Elements as functions, nested as the page is:
--
--     html.p { class = "note", "Text is escaped, ", html.b "elements stand", " as they are." }
--
-- What is HTML already has to say so: html.raw "<hr>". Nothing else gets into a page unescaped.

local html = {}

function html.raw(text) return Markup { raw = text } end

local function element(_, tag)
    html[tag] = function(content) return Markup { tag = tag, content = content } end
    return html[tag]
end

return setmetatable(html, { __index = element })
