-- Takes what is due and leaves it to the caller for a while: members stay until their owner settles them.
-- After a time in which leases could not be renewed (no pulse, or no timer looking here) leases that ran out
-- are given a whole lease again instead: their connections may well be alive.
-- Else a lease that ran out is over, and its member is renamed: nobody can renew it from here on, and only
-- an arrival begins it anew. So no renewal can come between this and the departure that follows.
-- How often something was claimed and not settled since stands in its due time, in 1/1024 ms.
-- KEYS  1 due (zset: member by Unix ms)   2 pulse (string: Unix ms)   3 watched (string: Unix ms)
--       4 outages (list of 'from:to', Unix ms)
-- ARGV  1 most members to take   2 handling in ms   3 lease in ms   4 outage in ms
-- Returns now in Unix ms, ms until the next member is due (-1 for none), then member and due time (as text, with
-- its fraction), in pairs.
local due, pulse, watched, outages = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now, most, handling, lease, outage =
  now_ms(), tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local first = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
if #first == 0 then return {now, -1} end

local seen = tonumber(redis.call('GET', watched) or 0)
if now - seen > outage / 4 then redis.call('SET', watched, now, 'PX', 3600000) end
local unwatched = now - seen > outage
local dead = now - tonumber(redis.call('GET', pulse) or now) > outage
local last = redis.call('LINDEX', outages, -1)
local outage_end = last and tonumber(string.match(last, ':(%d+)')) or 0

local taken = {now, -1}
local members = redis.call('ZRANGE', due, '-inf', now, 'BYSCORE', 'LIMIT', 0, most, 'WITHSCORES')
for i = 1, #members, 2 do
  local member, at = members[i], tonumber(members[i + 1])
  local lapsing = string.sub(member, 1, 6) == 'lease|'
  if lapsing and (unwatched or dead or at < outage_end + lease / 3) then
    redis.call('ZADD', due, now + lease, member)
  else
    if lapsing then
      redis.call('ZREM', due, member)
      member = 'over|' .. string.sub(member, 7)
    end
    redis.call('ZADD', due, now + handling + math.min(at % 1 + 1 / 1024, 1023 / 1024), member)
    taken[#taken + 1] = member
    taken[#taken + 1] = string.format('%.10f', at)
  end
end
local next = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
if #next > 0 then taken[2] = math.max(0, tonumber(next[2]) - now) end
return taken
