local helper = require "runtime-error-in-module.helper"
helper.engine()
