-- resolve: dashboard
-- resolve: sport
service "v8" (function() return "no engine" end)
service "dashboard" { type = "Dashboard", scope = "transient" }
service "sport" { type = "SportDashboard", scope = "transient" }
inject {
    slot = "Dashboard.engine",
    value = ref "v8",
}
