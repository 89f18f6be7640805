-- resolve: report
service "report" (function(c) return c.get "missing" end)
