local one = require "cycle-requires.one"
