-- Reads a record together with the time. A match is read by an engine, which proves that moves can be taken:
-- so reading one also notices when they could not be for a while. Reading a table proves nothing.
-- KEYS  1 record (hash)   2 pulse (string: Unix ms)   3 outages (list of 'from:to', Unix ms)   4 due (zset)
-- ARGV  1 outage in ms: a longer silence of the pulse is an outage; '' to prove nothing
-- Returns now in Unix ms, body, version, mark (each false without a record), then the outages, oldest first.
local record, pulse, outages, due = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now = now_ms()
if ARGV[1] ~= '' then notice(now, pulse, outages, due, tonumber(ARGV[1])) end
local stored = redis.call('HMGET', record, 'body', 'version', 'mark')
return {now, stored[1], stored[2], stored[3], unpack(redis.call('LRANGE', outages, 0, -1))}
