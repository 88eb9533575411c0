"""Scripts of the rooms in Redis, in Lua.

Redis runs each script atomically. It returns an integer, or the word of a refusal.
"""

from __future__ import annotations

# KEYS: all rooms, the room, its students, its revealed places, its questions with answers, the answers to one question
# (without a question: the prefix of these keys), the rounds and timers of its places.
# ARGV: the time, the room's code, the seconds until the keys expire, then the values of each script.
BEGIN = """
local known = redis.call('EXISTS', KEYS[2]) == 1
local function touch() redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
    for i = 2, #KEYS do redis.call('EXPIRE', KEYS[i], ARGV[3]) end
    for _, asked in ipairs(redis.call('SMEMBERS', KEYS[5])) do
        redis.call('EXPIRE', KEYS[2] .. ':answers:' .. asked, ARGV[3])
    end
end
local function place()
    local at = redis.call('HMGET', KEYS[2], 'course', 'step', 'variant')
    return at[1] .. '/' .. at[2] .. '/' .. at[3]
end
local function round() return tonumber(redis.call('HGET', KEYS[7], 'round ' .. place()) or 1) end
local function question()
    local number = round()
    return number > 1 and place() .. '/' .. number or place()
end
local function changed()
    redis.call('HINCRBY', KEYS[2], 'version', 1)
    touch()
    return 1
end
"""
CREATE = """
if known then return 0 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 'full' end
redis.call('HSET', KEYS[2], 'lock', ARGV[5], 'course', ARGV[6], 'step', ARGV[7], 'variant', ARGV[8], 'version', ARGV[9])
touch()
return 1
"""
ASK = """
if not known then return 'gone' end
local at = redis.call('HMGET', KEYS[2], 'course', 'step', 'variant')
if at[1] ~= ARGV[4] or at[2] ~= ARGV[5] or at[3] ~= ARGV[6] then
    redis.call('HSET', KEYS[2], 'course', ARGV[4], 'step', ARGV[5], 'variant', ARGV[6])
    redis.call('HINCRBY', KEYS[2], 'version', 1)
end
touch()
return 1
"""
REVEAL = """
if not known then return 'gone' end
if redis.call('SADD', KEYS[4], place()) == 1 then redis.call('HINCRBY', KEYS[2], 'version', 1) end
touch()
return 1
"""
ROUND = """
if not known then return 'gone' end
if redis.call('SISMEMBER', KEYS[4], place()) == 1 then return 'shown' end
if tonumber(ARGV[4]) <= round() then return 1 end
redis.call('HSET', KEYS[7], 'round ' .. place(), ARGV[4])
redis.call('HDEL', KEYS[7], 'closes ' .. place())
return changed()
"""
TIMER = """
if not known then return 'gone' end
if redis.call('SISMEMBER', KEYS[4], place()) == 1 then return 'shown' end
redis.call('HSET', KEYS[7], 'closes ' .. place(), ARGV[4])
return changed()
"""
ENTER = """
if not known then return 'gone' end
local here = redis.call('SISMEMBER', KEYS[3], ARGV[4]) == 1
if not here and redis.call('SCARD', KEYS[3]) >= tonumber(ARGV[5]) then return 'full' end
redis.call('SADD', KEYS[3], ARGV[4])
touch()
return 1
"""
PUT = """
if not known then return 'gone' end
if question() ~= ARGV[4] then return 'late' end
if redis.call('SISMEMBER', KEYS[4], place()) == 1 then return 'shown' end
local closes = tonumber(redis.call('HGET', KEYS[7], 'closes ' .. place()) or 0)
if closes > 0 and tonumber(ARGV[1]) > closes + tonumber(ARGV[7]) then return 'over' end
if redis.call('SISMEMBER', KEYS[3], ARGV[5]) == 0 then return 'stranger' end
redis.call('SADD', KEYS[5], ARGV[4])
redis.call('HSET', KEYS[6], ARGV[5], ARGV[6])
touch()
return 1
"""
CLOSE = """
for _, asked in ipairs(redis.call('SMEMBERS', KEYS[5])) do redis.call('DEL', KEYS[6] .. asked) end
redis.call('DEL', KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[7])
redis.call('ZREM', KEYS[1], ARGV[2])
return 1
"""
SWEEP = f"""
local touched, idle, empty = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[2])), tonumber(ARGV[4]), tonumber(ARGV[5])
if not touched or touched >= idle and (touched >= empty or redis.call('SCARD', KEYS[3]) > 0) then return 0 end
{CLOSE}"""
STRIKE = """
if not known then return 'gone' end
local answers, found, struck = KEYS[6] .. question(), {}, 0
for i = 5, #ARGV do found[ARGV[i]] = true end
local fields = redis.call('HGETALL', answers)
for i = 1, #fields, 2 do
    local student, text = fields[i], fields[i + 1]
    if found[text] then
        struck = struck + 1
        redis.call('HDEL', answers, student)
        if ARGV[4] == '1' then
            redis.call('SREM', KEYS[3], student)
            for _, asked in ipairs(redis.call('SMEMBERS', KEYS[5])) do redis.call('HDEL', KEYS[6] .. asked, student) end
        end
    end
end
redis.call('HINCRBY', KEYS[2], 'version', 1)
touch()
return struck
"""
SILENT = """
if not known then return 'gone' end
local heard, gone = {}, 0
for _, asked in ipairs(redis.call('SMEMBERS', KEYS[5])) do
    for _, student in ipairs(redis.call('HKEYS', KEYS[6] .. asked)) do heard[student] = true end
end
for _, student in ipairs(redis.call('SMEMBERS', KEYS[3])) do
    if not heard[student] then
        redis.call('SREM', KEYS[3], student)
        gone = gone + 1
    end
end
touch()
return gone
"""
