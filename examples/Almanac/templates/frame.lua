-- The frame of every page: header, navigation, search, footer.

local html = require "templates.html"

local function head(page, site)
    local title = page.title == site.title and page.title or page.title .. " · " .. site.title
    return html.head {
        html.meta { charset = "utf-8" },
        html.meta { name = "viewport", content = "width=device-width, initial-scale=1" },
        html.meta { name = "description", content = page.description },
        html.title { title },
        html.link { rel = "stylesheet", href = page:to "theme/style.css" },
        html.link { rel = "icon", href = page:to "theme/icon.svg", type = "image/svg+xml" },
        site.has_posts and html.link {
            rel = "alternate", type = "application/atom+xml", title = site.title, href = page:to "feed.xml",
        },
        html.script { src = page:to "theme/site.js", defer = true },
    }
end

local function link(entry)
    return html.a { href = entry.link, ["aria-current"] = entry.current and "page" or false, entry.title }
end

-- The items are the same on all pages of a folder, so they are created once.
local items = {}

local function item(entry)
    if entry.current then return html.li { link(entry) } end
    local key = entry.link .. "\n" .. entry.title
    items[key] = items[key] or html.li { link(entry) }
    return items[key]
end

local function navigation(page, site)
    local groups = {}
    for number, group in ipairs(site:navigation(page)) do
        local entries = {}
        for place, entry in ipairs(group.entries) do entries[place] = item(entry) end
        groups[number] = html.div { class = "group", link(group), html.ul { entries } }
    end
    return html.nav { class = "site", ["aria-label"] = "Pages", groups }
end

local function header(page, site)
    return html.header {
        html.a { class = "title", href = page:to "index.html", site.title },
        html.div {
            class = "search", role = "search",
            html.input {
                type = "search", placeholder = "Search", ["aria-label"] = "Search", ["data-index"] = page:to "search.js",
            },
            html.ol { class = "results", hidden = true },
        },
        html.button { class = "theme", type = "button", title = "Light or dark", ["aria-label"] = "Light or dark", "◐" },
    }
end

return function(page, site, content)
    return html.html {
        lang = site.language, ["data-theme"] = site.theme,
        head(page, site),
        html.body {
            header(page, site),
            html.div {
                class = "columns",
                navigation(page, site),
                html.main { page.banner ~= "" and html.p { class = "banner", page.banner }, content },
            },
            html.footer { site.author ~= "" and site.author .. " · ", "made with Almanac" },
        },
    }
end
