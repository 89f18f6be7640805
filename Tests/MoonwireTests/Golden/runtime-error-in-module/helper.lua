local helper = {}
function helper.engine()
    return nothing.at.all
end
return helper
