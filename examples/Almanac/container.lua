-- Almanac, a static-site generator: every part of it is a service that is described here. Edit this file, and the program
-- works differently; nothing is compiled. With --watch it does so at once.
--
--     reader -> content -> press -> site -> writer -> publication
--
-- The program says where it was called: %folder% with the pages, %output% for the site, %home%, where this file lies.

include "languages.lua"                     -- what the words of programming languages look like

parameters {
    site = {                                -- laid over by a site's own script: see moonwire.lua
        title       = env.string("ALMANAC_TITLE", "Almanac"),
        description = "",
        author      = "",
        language    = "en",
        address     = env.string("ALMANAC_ADDRESS", "https://example.org"),     -- where the site will be, for feed and sitemap
        repository  = "",                   -- where files can be seen that are not in the site
        include     = { "." },
        skip        = {},
        assets      = { "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "pdf", "txt" },
        drafts      = false,
    },
}

preferences "Reading" {                     -- almanac FOLDER --set Reading.theme=dark
    theme      = { default = "auto", one_of = { "auto", "light", "dark" } },
    pageLength = { default = 30, min = 1, max = 1000 },
}

when("dev", function() parameters { site = { drafts = true } } end)

-- What is read

service "reader" {
    type = "FolderReader",
    args = {
        folder  = "%folder%",
        include = "%site.include%",
        skip    = "%site.skip%",
        assets  = "%site.assets%",
        drafts  = "%site.drafts%",
        log     = ref "log",
    },
}

service "content" { factory = { ref "reader", "read" }, scope = "graph" }

-- What is done to each page, in this order. One more is three lines, in Lua:
--
--     processor("shout", function(html, page) return html:upper() end)

service "anchors"    { type = "HeadingAnchors" }
service "contents"   { type = "TableOfContents", args = { levels = { 2, 3 }, fewest = 4 } }
service "syntax"     { type = "SyntaxClasses", args = { languages = "%languages%" } }
service "typography" { type = "Typographer" }

-- What stands beside the pages

service "assets"  { type = "AssetCopier" }
service "theme"   { type = "FolderCopier", args = { folder = "%home%/theme", target = "theme" } }
service "feed"    { type = "Feed" }
service "sitemap" { type = "Sitemap" }
service "search"  { type = "SearchIndex" }
service "robots"  {
    type = "ScriptedFile",
    args = {
        path = "robots.txt",
        text = function(site) return "User-agent: *\nSitemap: " .. site.link .. "/sitemap.xml\n" end,
    },
}

-- How it becomes a site

service "info" {
    type = "SiteInfo",
    args = {
        title       = "%site.title%",
        description = "%site.description%",
        author      = "%site.author%",
        language    = "%site.language%",
        address     = "%site.address%",
    },
}

service "links"    { type = "LinkResolver", args = { repository = "%site.repository%" } }
service "checker"  { type = "LinkChecker", args = { headings = true } }
service "markdown" { type = "Markdown", args = { links = ref "links", html = false } }
service "reading"  { type = "Reading", scope = "graph" }

service "templates" {
    type = "Templates",
    args = { functions = { page = require "templates.page", list = require "templates.list" } },
}

service "press" {
    type = "Press",
    args = {
        info       = ref "info",
        markdown   = ref "markdown",
        processors = { ref "anchors", ref "contents", ref "syntax", ref "typography" },
        templates  = ref "templates",
        checker    = ref "checker",
        extras     = { ref "assets", ref "theme", ref "feed", ref "sitemap", ref "search", ref "robots" },
        log        = ref "log",
    },
}

service "site" {
    factory = { ref "press", "site" },
    args    = { content = ref "content", reading = ref "reading" },
    scope   = "graph",
}

-- Where it goes

service "writer" { type = "SiteWriter", args = { folder = "%output%", source = "%folder%" } }

service "publication" {
    factory = { ref "writer", "write" },
    args    = { site = ref "site" },
    scope   = "transient",
}

-- What happens on the way

hook.created("content", function(content)
    for _, page in ipairs(content.pages) do
        if page.draft then page.banner = "This page is a draft." end
    end
end)

hook.created("site", function(site)
    if #site.dead_links > 0 then
        error(#site.dead_links .. " dead links: the site stays as it was", 0)
    end
end)
