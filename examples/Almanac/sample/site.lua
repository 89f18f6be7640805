-- The lighthouse's settings, which override container.lua: almanac sample --output SITE --script sample/site.lua

parameters { site = { title = "The lighthouse", author = "The keeper", address = "https://lighthouse.example" } }

service "signs" {
    type = "ScriptedProcessor", tags = "page.processor",
    args = { apply = function(html, page) return (html:gsub(":fog:", "🌫")) end },
}
