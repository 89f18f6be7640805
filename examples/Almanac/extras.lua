-- The files of the site beside its pages.

defaults { tags = "site.extra" }              -- for the services of this file

service "assets"  { type = "AssetCopier" }
service "theme"   { type = "FolderCopier", args = { folder = "%home%/theme", target = "theme" } }
service "feed"    { type = "Feed",         args = { path = "feed.xml", length = 20 } }
service "search"  { type = "SearchIndex",  args = { path = "search.js" } }
service "sitemap" { type = "Sitemap" }

service "robots" {
    type = "ScriptedFile",
    args = {
        path = "robots.txt",
        text = function(site) return "User-agent: *\nSitemap: " .. site.link .. "/sitemap.xml\n" end,
    },
}
