-- Says anew when something is due, as long as the record is what it was judged by.
-- KEYS  1 record (hash)   2 due (zset: member by Unix ms)
-- ARGV  1 version   2 mark ('' and '' for no record)   3 due in Unix ms, '' for none   4 member
-- Returns 'ok' or 'conflict'.
local record, due = KEYS[1], KEYS[2]
local stored = redis.call('HMGET', record, 'version', 'mark')
if (stored[1] or '') ~= ARGV[1] or (stored[2] or '') ~= ARGV[2] then return 'conflict' end
set_due(due, ARGV[4], ARGV[3])
return 'ok'
