local secret = require "..secret"
