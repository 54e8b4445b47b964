-- Takes down all that the store has of one table, in one step, and changes nothing.
-- KEYS  1 table (hash)   2 match (hash)   3 rounds (stream)   4 due (zset: member by Unix ms)
--       5 outages (list of 'from:to', Unix ms)   6 states (hash: member to state)
-- ARGV  1 the table's code   2 'due' to look for what is due there, '' not to: that reads the whole shard's
-- Returns now in Unix ms, state, body and version of the table and of the match (each false without one), the
-- outages, oldest first, the rounds as id and body in pairs, and what is due as member and Unix ms in pairs.
local lobby, match, rounds, due, outages, states = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local code, wanted = ARGV[1], ARGV[2] == 'due'

local kept = {}
for _, entry in ipairs(redis.call('XRANGE', rounds, '-', '+')) do
  kept[#kept + 1] = entry[1]
  for i = 1, #entry[2], 2 do
    if entry[2][i] == 'body' then kept[#kept + 1] = entry[2][i + 1] end
  end
end
local members = {}
if wanted then
  local all = redis.call('ZRANGE', due, 0, -1, 'WITHSCORES')
  for i = 1, #all, 2 do
    if of_table(all[i], code) then
      members[#members + 1] = all[i]
      members[#members + 1] = all[i + 1]
    end
  end
end
local l, m = redis.call('HMGET', lobby, 'body', 'version'), redis.call('HMGET', match, 'body', 'version')
return {
  now_ms(), redis.call('HGET', states, code), l[1], l[2], m[1], m[2], redis.call('LRANGE', outages, 0, -1), kept, members,
}
