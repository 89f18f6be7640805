-- resolve: dashboard
-- resolve: garage
service "dashboard" {
    type = "Dashboard",
    scope = "transient",
}
service "garage" (function(c) return c.get "dashboard" end)
