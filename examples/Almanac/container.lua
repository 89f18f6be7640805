-- Almanac, a static-site generator. Each of its parts is a service that this file defines: edit it to change the program.
-- Nothing is compiled again, and with --watch nothing is restarted.
--
--     reader -> content -> press -> site -> writer -> publication
--
-- The program sets three parameters: %folder% with the pages, %output% for the site, and %home%, the folder of this file.
-- It resolves "publication", which depends on all other services.

parameters {
    site = {                                  -- a site's own script overrides this one: see moonwire.lua
        title       = "Almanac",
        description = "",
        author      = "",
        language    = "en",
        address     = env.string("ALMANAC_ADDRESS", "https://example.org"),    -- feed and sitemap need the complete address
        repository  = "",                     -- the address of files that are not in the site
        include     = { "." },
        skip        = {},
        assets      = { "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "pdf", "txt" },
        drafts      = false,
    },
}

preferences "Reading" {                       -- almanac FOLDER --output SITE --set Reading.theme=dark
    theme      = { default = "auto", one_of = { "auto", "light", "dark" } },
    pageLength = { default = 20, min = 1, max = 1000 },
}

include "processors.lua"                      -- the processors of pages
include "extras.lua"                          -- the files beside the pages
include "hooks.lua"                           -- the hooks
include "partials/FolderList.lua"             -- the lists of folders

-- Input

service "reader" {
    type = "FolderReader",
    args = {
        folder  = "%folder%",
        include = "%site.include%",
        skip    = "%site.skip%",
        assets  = "%site.assets%",
        drafts  = "%site.drafts%",
        log     = ref.log,
    },
}

service "content" {
    factory = { ref.reader, "read" },
    scope   = "graph",                        -- read again for each site
}

-- Pages and site

service "links"    { type = "LinkResolver", args = { repository = "%site.repository%" } }
service "markdown" { type = "Markdown",     args = { links = ref.links, html = false } }
service "checker"  { type = "LinkChecker",  args = { headings = true } }
service "reading"  { type = "Reading",      scope = "graph" }

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

service "templates" {                         -- a page selects one in its front matter: template: list
    type = "Templates",
    args = { functions = { page = require "templates.page", list = require "templates.list" } },
}

service "press" {
    type = "Press",
    args = {
        info       = ref.info,
        markdown   = ref.markdown,
        processors = tagged "page.processor",
        templates  = ref.templates,
        checker    = ref.checker,
        extras     = tagged "site.extra",
        lists      = provider "partial.FolderList",
        log        = ref.log,
    },
}

service "site" {
    factory = { ref.press, "site" },
    args    = { content = ref.content, reading = ref.reading },
    scope   = "graph",
}

-- Output

service "writer" { type = "SiteWriter", args = { folder = "%output%", source = "%folder%" } }

service "publication" {
    factory = { ref.writer, "write" },
    args    = { site = ref.site },
    scope   = "transient",
}

-- While you write: almanac FOLDER --output SITE --environment dev --watch

when("dev", function()
    parameters { site = { drafts = true } }
    decorate "writer" { type = "LoggingWriter", args = { inner = inner, log = ref.log } }
end)
