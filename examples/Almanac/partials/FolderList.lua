-- A page of a folder without a page of its own, which the program builds for each such folder, and for each page of a long list.

partial "FolderList" {
    type = "SitePage",
    args = {
        template    = "list",
        address     = argument "address",
        title       = argument "title",       -- the name of the folder
        description = "",
        entries     = argument "entries",     -- the pages that it shows
        pages       = argument "pages",       -- the addresses of all pages of the list
    },
}
