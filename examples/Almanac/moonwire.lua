-- This project's own documents as a site: overrides container.lua.
--
--     almanac . --output SITE --script examples/Almanac/moonwire.lua

parameters {
    site = {
        title       = "Moonwire",
        description = "A dependency-injection container for Swift whose wiring is a Lua script",
        repository  = env.string("ALMANAC_REPOSITORY", "https://example.org/moonwire"),  -- its sources, for links
        include     = { "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Documentation" },
        skip        = { "Documentation/Decisions/0000-template.md" },
    },
}

-- Highlights the words of Moonwire's scripts in code.
parameters {
    languages = {
        lua = {
            words = "alias decorate defaults env environments hook include inject inline inner lazy now null optional "
                .. "param parameters preferences provider raw ref require service skip tagged when",
        },
    },
}
