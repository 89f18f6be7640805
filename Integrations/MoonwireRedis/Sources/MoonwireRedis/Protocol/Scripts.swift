/// What the server runs for a write, in one step.
///
/// Every field contains the time of its last write by the server's clock, in microseconds, and that time never decreases.
enum Scripts {
    // A field that no store wrote has no time. A time must be an exact number in Lua.
    private static let common = """
        local clock = redis.call('TIME')
        local now = clock[1] * 1000000 + clock[2]
        local function field(name)
            local stored = redis.call('HGET', KEYS[1], name)
            if not stored then return 0, 'removed', false end
            local digits, content = string.match(stored, '^(%d+) (.*)$')
            local time = tonumber(digits)
            if not time or time >= 9007199254740991 then return nil, stored, stored end
            return time, content, stored
        end
        local function put(name, time, content)
            local stored = string.format('%.0f %s', time, content)
            redis.call('HSET', KEYS[1], name, stored)
            redis.call('PUBLISH', ARGV[1], #name .. ':' .. name .. stored)
            return stored
        end

        """

    /// ARGV: the channel, the field, its new content, and the time at which it was written, or 0 for now.
    static let write =
        common + """
            local last, content, stored = field(ARGV[2])
            if not last then return {'foreign', ARGV[2], stored} end
            local time = tonumber(ARGV[4])
            if time == 0 then
                time = math.max(now, last + 1)
            elseif last >= time then
                return {'superseded', ARGV[2], stored}
            end
            return {'written', ARGV[2], put(ARGV[2], time, ARGV[3])}
            """

    /// ARGV: the channel, the former field, and the field that takes its content and its time.
    static let move =
        common + """
            local time, content, stored = field(ARGV[2])
            if not time then return {'foreign', ARGV[2], stored} end
            local last, present, other = field(ARGV[3])
            if not last then return {'foreign', ARGV[3], other} end
            local result = {'written'}
            if content == 'removed' then return result end
            if present == 'removed' then
                result[2] = ARGV[3]
                result[3] = put(ARGV[3], math.max(time, last + 1), content)
            end
            result[#result + 1] = ARGV[2]
            result[#result + 1] = put(ARGV[2], math.max(now, time + 1), 'removed')
            return result
            """
}
