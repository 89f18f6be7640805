-- Elements as functions, nested as the page is:
--
--     html.p { class = "note", "Text is escaped, ", html.b { "elements stand" }, " as they are." }
--
-- What is HTML already has to say so: html.raw "<hr>". Only what comes from here can get into a page.

local html = {}

function html.raw(text) return Markup { raw = text } end

local function element(tag)
    return function(content)
        local attributes, children = {}, {}
        for key, value in pairs(content) do
            if type(key) == "string" then attributes[key] = value else children[#children + 1] = value end
        end
        return Markup { tag = tag, attributes = attributes, children = children }
    end
end

return setmetatable(html, { __index = function(_, tag) return element(tag) end })
