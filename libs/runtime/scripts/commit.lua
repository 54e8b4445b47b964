-- Writes a record unless somebody wrote first; what is due moves in the same step, and a round that is over is kept.
-- KEYS  1 record (hash)   2 due (zset: member by Unix ms)   3 states (hash: member to state)
--       4 activity (zset: member by the Unix ms of its end)   5 pulse (string: Unix ms)
--       6 was (string: outlives the record, so that a link can say that its table is gone)
--       7 outages (list of 'from:to', Unix ms)
--       8 rounds (stream: one entry a round that is over, its id match-round, its field body)
--       9.. records that this activity keeps alive, too
-- ARGV  1 version expected, '' for none   2 mark expected   3 new version   4 new mark   5 body
--       6 keep in ms   7 member in states and activity   8 state, '' to leave it
--       9 Unix ms by which it was decided, '' for none   10 outage in ms: nothing is written that much later
--       11 the last outage that was known, '-' for none, where the record was remembered and not read just now;
--          '' where it was read. Time was guessed then: it may be AHEAD or BEHIND so many ms.
--       12 id of the round to keep, '' for none   13 its body   14 how many rounds are kept, the latest
--       15.. due in Unix ms ('' for none) and member, in pairs
-- Returns now in Unix ms, or false when the stored position is not the one expected, or when it is too late: what
-- was decided by the time of a process that stood still since would shorten somebody's turn.
-- The same commit asked again (a client that lost the answer) finds its own mark, and is done again.
local record, due, states, activity, pulse, was = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local outages, rounds = KEYS[7], KEYS[8]
local AHEAD, BEHIND = 50, 500
local now = now_ms()

-- An id can only grow. Where it does not, the record had gone back: rounds from there on are of a time that was lost.
local function keep_round(id, body, most)
  if #redis.call('XRANGE', rounds, id, '+', 'COUNT', 1) > 0 then
    local before = redis.call('XRANGE', rounds, '-', '(' .. id)
    redis.call('DEL', rounds)
    for _, entry in ipairs(before) do redis.call('XADD', rounds, entry[1], unpack(entry[2])) end
  end
  redis.call('XADD', rounds, 'MAXLEN', most, id, 'body', body)
end

local stored = redis.call('HMGET', record, 'version', 'mark')
local version, mark = stored[1] or '', stored[2] or ''
if version == ARGV[3] and mark == ARGV[4] then return now end
if version ~= ARGV[1] or mark ~= ARGV[2] then return false end
if ARGV[9] ~= '' and now > tonumber(ARGV[9]) + tonumber(ARGV[10]) then return false end
if ARGV[11] ~= '' then
  notice(now, pulse, outages, due, tonumber(ARGV[10]))
  if (redis.call('LINDEX', outages, -1) or '-') ~= ARGV[11] then return false end
  local behind = now - tonumber(ARGV[9])
  if behind > BEHIND or behind < -AHEAD then return false end
end
local keep = tonumber(ARGV[6])
redis.call('HSET', record, 'body', ARGV[5], 'version', ARGV[3], 'mark', ARGV[4])
redis.call('PEXPIRE', record, keep)
redis.call('SET', was, 1, 'PX', keep * 10)
-- A record that begins anew has none of the rounds that somebody else may have played by its name.
if ARGV[1] == '' then redis.call('DEL', rounds) end
if ARGV[12] ~= '' then keep_round(ARGV[12], ARGV[13], ARGV[14]) end
for i = 8, #KEYS do redis.call('PEXPIRE', KEYS[i], keep) end
if ARGV[8] ~= '' then redis.call('HSET', states, ARGV[7], ARGV[8]) end
redis.call('ZADD', activity, now + keep, ARGV[7])
-- A shard without anything due has no pulse; the one from before its rest would look like an outage.
if redis.call('EXISTS', due) == 0 then redis.call('SET', pulse, now) end
for i = 15, #ARGV, 2 do set_due(due, ARGV[i + 1], ARGV[i]) end
return now
