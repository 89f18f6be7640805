local text = raw(nil)
