require "missing-include-near.parts.egnine"
