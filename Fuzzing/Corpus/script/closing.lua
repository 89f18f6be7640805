local x <close> = setmetatable({}, { __close = function(_, e) error(e or "closing") end })
goto done
do local y <const> = 1 // 0.0 end
::done:: error({ message = "failed" })
