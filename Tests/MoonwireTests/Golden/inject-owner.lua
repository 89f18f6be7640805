inject { owner = "SportDashboard", value = skip }
inject { owner = "Engine", value = skip }
inject { owner = "Dashbord", value = skip }
inject { owner = "SportDashboard", value = skip }
