-- The hooks between the folder and the site.

hook.created("content", function(content)     -- marks drafts
    for _, page in ipairs(content.pages) do
        if page.draft then page.banner = "This page is a draft." end
    end
end)

hook.created("site", function(site)           -- a site with broken links is not published; the log lists them
    local count = #site.dead_links
    if count > 0 then error(count .. (count == 1 and " dead link" or " dead links") .. ", so nothing was published", 0) end
end)

when("dev", function()
    hook.created("site", function(site, info) -- what took longest
        local pages, log = site.pages, info.get "log"
        table.sort(pages, function(one, other) return one.milliseconds > other.milliseconds end)
        for place = 1, math.min(5, #pages) do
            log:note(("  %6.2f ms %s"):format(pages[place].milliseconds, pages[place].address))
        end
    end)
end)
