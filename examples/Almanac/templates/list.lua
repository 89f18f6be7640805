-- The pages of a folder that has no page of its own.

local html  = require "templates.html"
local frame = require "templates.frame"

local function entry(page, target)
    return html.li {
        html.a { href = page:to(target.address), target.title },
        target.date and html.time { datetime = target.date, target.date },
        target.description ~= "" and html.p { target.description },
    }
end

local function pager(page)
    local links = {}
    for number, address in ipairs(page.pages) do
        links[number] = html.a {
            href = page:to(address), ["aria-current"] = address == page.address and "page" or false, number,
        }
    end
    return html.nav { class = "pager", ["aria-label"] = "More of the list", links }
end

return function(page, site)
    local entries = {}
    for number, target in ipairs(page.entries) do entries[number] = entry(page, target) end
    return frame(page, site, html.article {
        html.h1 { page.title },
        html.ul { class = "entries", entries },
        #page.pages > 1 and pager(page),
    })
end
