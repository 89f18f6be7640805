when(function() end)
