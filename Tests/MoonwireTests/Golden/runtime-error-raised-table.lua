error({ code = 4 })
