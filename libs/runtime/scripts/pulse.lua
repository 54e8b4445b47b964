-- Notes that moves can be taken now; in a shard where nothing is due there is nothing to note.
-- KEYS  1 pulse (string: Unix ms)   2 outages (list of 'from:to', Unix ms)   3 due (zset)
-- ARGV  1 outage in ms
-- Returns the length in ms of an outage that was noticed, else 0.
local pulse, outages, due = KEYS[1], KEYS[2], KEYS[3]
return notice(now_ms(), pulse, outages, due, tonumber(ARGV[1]))
