local co = coroutine.wrap(function(...) for i = 1, 3 do coroutine.yield(i, ...) end end)
print(co(1), co(), pcall(co), coroutine.isyieldable(), coroutine.running())
