-- A written page.

local html  = require "templates.html"
local frame = require "templates.frame"

return function(page, site)
    return frame(page, site, html.article {
        page.date and html.p { class = "date", html.time { datetime = page.date, page.date } },
        page.content,
    })
end
