local text = require "text.helper"
