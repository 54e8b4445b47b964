-- Counts the tables of a shard by state, and forgets those that are gone.
-- KEYS  1 states (hash: member to state)   2 activity (zset: member by the Unix ms of its end)
-- Returns state and count, in pairs.
local states, activity = KEYS[1], KEYS[2]
local gone = redis.call('ZRANGE', activity, '-inf', now_ms(), 'BYSCORE')
for _, member in ipairs(gone) do
  redis.call('HDEL', states, member)
  redis.call('ZREM', activity, member)
end
local counts, answer = {}, {}
for _, state in ipairs(redis.call('HVALS', states)) do counts[state] = (counts[state] or 0) + 1 end
for state, count in pairs(counts) do
  answer[#answer + 1] = state
  answer[#answer + 1] = count
end
return answer
