return { one = require "cycle-requires.one" }
