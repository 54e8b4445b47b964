-- Renews or shortens one connection's lease. A lease that is over is not begun again.
-- KEYS  1 due (zset: member by Unix ms)
-- ARGV  1 member   2 'alive' or 'closed'   3 length in ms from now
-- Returns 1 when the lease was held, 0 when it was over.
local due, member, length = KEYS[1], ARGV[1], tonumber(ARGV[3])
local at = redis.call('ZSCORE', due, member)
if not at then return 0 end
local ends = now_ms() + length
if ARGV[2] == 'closed' then ends = math.min(ends, tonumber(at)) end
redis.call('ZADD', due, ends, member)
return 1
