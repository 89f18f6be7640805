-- env: PORT=abc
-- resolve: text
-- resolve: missing
-- resolve: plain
service "text" { type = "Settings", args = {
    port = "%env(int:PORT)%" } }
service "missing" { type = "Settings", args = {
    host = "%env(HOST)%" } }
service "plain" { type = "Settings", args = { host = "%env(PORT)%" } }
