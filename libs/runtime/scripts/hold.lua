-- Renews or shortens one connection's lease. A lease that is over is not begun again.
-- KEYS  1 due (zset: member by Unix ms)
-- ARGV  1 member   2 'alive' or 'closed'   3 length in ms from now
-- Returns 1 when the lease was held, 0 when it was over.
return hold_lease(KEYS[1], ARGV[1], ARGV[2], now_ms() + tonumber(ARGV[3]))
