/// What the server runs for a write, in one step.
///
/// Every field contains the time of its last write by the server's clock, in microseconds, and that time never decreases; and the
/// mark of the write, which is the name of its writer and a number that increases with each of its writes.
enum Scripts {
    // A field that no store wrote has no time. A time must be an exact number in Lua.
    private static let common = """
        local clock = redis.call('TIME')
        local now = clock[1] * 1000000 + clock[2]
        local function field(name)
            local stored = redis.call('HGET', KEYS[1], name)
            if not stored then return 0, '', 'removed', false end
            local digits, mark, content = string.match(stored, '^(%d+) (%S+) (.*)$')
            local time = tonumber(digits)
            if not time or time >= 9007199254740991 then return nil, '', stored, stored end
            return time, mark, content, stored
        end
        local function put(name, time, mark, content)
            local stored = string.format('%.0f %s %s', time, mark, content)
            redis.call('HSET', KEYS[1], name, stored)
            redis.call('PUBLISH', ARGV[1], #name .. ':' .. name .. stored)
            return stored
        end

        """

    /// ARGV: the channel, the mark, the field, its new content, and the time at which it was written, or 0 for now.
    ///
    /// Of one writer's writes, the number decides: an estimated time may be too early, and a write may have been carried out already
    /// although its reply was lost.
    static let write =
        common + """
            local last, mark, content, stored = field(ARGV[3])
            if not last then return {'foreign', ARGV[3], stored} end
            local writer, number = string.match(mark, '^(.*)%.(%d+)$')
            local own, current = string.match(ARGV[2], '^(.*)%.(%d+)$')
            local time = tonumber(ARGV[5])
            if time == 0 then
                time = now
            elseif writer == own then
                if tonumber(number) >= tonumber(current) then return {'written', ARGV[3], stored} end
            elseif last >= time then
                return {'superseded', ARGV[3], stored}
            end
            return {'written', ARGV[3], put(ARGV[3], math.max(time, last + 1), ARGV[2], ARGV[4])}
            """

    /// ARGV: the channel, the mark, the former field, and the field that takes its content and its time.
    static let move =
        common + """
            local time, mark, content, stored = field(ARGV[3])
            if not time then return {'foreign', ARGV[3], stored} end
            local last, _, present, other = field(ARGV[4])
            if not last then return {'foreign', ARGV[4], other} end
            local result = {'written'}
            if content == 'removed' then return result end
            if present == 'removed' then
                result[2] = ARGV[4]
                result[3] = put(ARGV[4], math.max(time, last + 1), mark, content)
            end
            result[#result + 1] = ARGV[3]
            result[#result + 1] = put(ARGV[3], math.max(now, time + 1), ARGV[2], 'removed')
            return result
            """
}
