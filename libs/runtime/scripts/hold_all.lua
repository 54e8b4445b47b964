-- Renews or shortens many connections' leases, all on one node. See hold.lua.
-- KEYS  1.. due (zset: member by Unix ms), one a lease
-- ARGV  1 'alive' or 'closed'   2 length in ms from now   3.. members, one a lease
-- Returns 1 for each lease that was held, 0 for each that was over.
local how, ends, held = ARGV[1], now_ms() + tonumber(ARGV[2]), {}
for i, due in ipairs(KEYS) do held[i] = hold_lease(due, ARGV[i + 2], how, ends) end
return held
