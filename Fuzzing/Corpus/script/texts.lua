local s = ("key=value; "):rep(3)
for k, v in s:gmatch "(%w+)=(%w+)" do s = s:gsub("%f[%a]%a+", { [k] = v }, 2) end
return s:find("[^%s]-;", -4), ("%5.2f %q"):format(1, s), string.pack("<i4z", 1, s), utf8.char(8364), #"\u{7F}\z
  "
