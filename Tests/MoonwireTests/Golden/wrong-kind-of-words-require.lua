require(nil)
