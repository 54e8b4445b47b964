-- What the other scripts share. Time is the store's own: the only clock that decides anything.

-- Returns the time in Unix ms.
local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

-- Sets when `member` is due, in Unix ms; '' for no longer.
local function set_due(due, member, at)
  if at == '' then redis.call('ZREM', due, member) else redis.call('ZADD', due, at, member) end
end

-- Moves the pulse to `now`. A gap longer than `outage` ms, while something was due, is kept as an outage (the
-- last 20 of an hour), and every match of the shard is looked at again at once: its turn has become longer.
-- Returns its length in ms when there was one, else 0. Written at most every outage/8 ms.
local function notice(now, pulse, outages, due, outage)
  if redis.call('EXISTS', due) == 0 then return 0 end
  local last = tonumber(redis.call('GET', pulse) or '0')
  if now - last < outage / 8 then return 0 end
  redis.call('SET', pulse, now)
  if last == 0 or now - last <= outage then return 0 end
  redis.call('RPUSH', outages, last .. ':' .. now)
  redis.call('LTRIM', outages, -20, -1)
  redis.call('PEXPIRE', outages, 3600000)
  for _, member in ipairs(redis.call('ZRANGE', due, now, '+inf', 'BYSCORE')) do
    if string.sub(member, 1, 6) == 'match|' then redis.call('ZADD', due, now, member) end
  end
  return now - last
end

-- Lets one connection's lease end at `ends`, in Unix ms: not later than it does where `how` is 'closed', and where it
-- is 'alive' in any case. Returns 1 when it was held, 0 when it was over: it is not begun again.
local function hold_lease(due, member, how, ends)
  local at = redis.call('ZSCORE', due, member)
  if not at then return 0 end
  if how == 'closed' then ends = math.min(ends, tonumber(at)) end
  redis.call('ZADD', due, ends, member)
  return 1
end

-- Tells whether what is due concerns the table: match|T, table|T, lease|T|seat|connection, over|T|…
local function of_table(member, code)
  return string.match(member, '^%a+|([^|]+)') == code
end

-- Returns the function that runs `script` for each `ARGV[1]` keys in turn, with the other arguments: the answers.
local function each(script)
  return function(KEYS, ARGV)
    local width, answers, arguments = tonumber(ARGV[1]), {}, {unpack(ARGV, 2)}
    for first = 1, #KEYS, width do
      answers[#answers + 1] = script({unpack(KEYS, first, first + width - 1)}, arguments)
    end
    return answers
  end
end
