-- Puts a table back as it was taken down, with nothing of what is there now, in one step.
-- KEYS  1 table (hash)   2 match (hash)   3 rounds (stream)   4 due (zset: member by Unix ms)
--       5 states (hash: member to state)   6 activity (zset: member by the Unix ms of its end)
--       7 pulse (string: Unix ms)   8 was (string: outlives the table)
-- ARGV  1 the table's code   2 'replace' to put it in the place of one that is there, '' not to   3 keep in ms
--       4 state, '' for none   5 body of the table, '' for none   6 its version   7 its mark
--       8 body of the match, '' for none   9 its version   10 its mark
--       11 ms from now until seating is reminded of the table, '' for never
--       12.. rounds as id and body, in pairs
-- Returns 'ok', or 'exists' where a table is and was not to be replaced.
local lobby, match, rounds, due, states, activity = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local pulse, was = KEYS[7], KEYS[8]
local code, keep, now = ARGV[1], tonumber(ARGV[3]), now_ms()

local function write(record, body, version, mark)
  if body == '' then return end
  redis.call('HSET', record, 'body', body, 'version', version, 'mark', mark)
  redis.call('PEXPIRE', record, keep)
end

if ARGV[2] ~= 'replace' and redis.call('EXISTS', lobby, match) > 0 then return 'exists' end
redis.call('DEL', lobby, match, rounds)
redis.call('HDEL', states, code)
for _, member in ipairs(redis.call('ZRANGE', due, 0, -1)) do
  if of_table(member, code) then redis.call('ZREM', due, member) end
end
write(lobby, ARGV[5], ARGV[6], ARGV[7])
write(match, ARGV[8], ARGV[9], ARGV[10])
for i = 12, #ARGV, 2 do redis.call('XADD', rounds, ARGV[i], 'body', ARGV[i + 1]) end
redis.call('PEXPIRE', rounds, keep)
redis.call('SET', was, 1, 'PX', keep * 10)
if ARGV[4] ~= '' then redis.call('HSET', states, code, ARGV[4]) end
redis.call('ZADD', activity, now + keep, code)
-- As where a record is committed: a shard without anything due has no pulse.
if redis.call('EXISTS', due) == 0 then redis.call('SET', pulse, now) end
if ARGV[11] ~= '' then redis.call('ZADD', due, now + tonumber(ARGV[11]), 'table|' .. code) end
return 'ok'
