return { two = require "cycle-requires.two" }
