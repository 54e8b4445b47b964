-- Tells where many records stand.
-- KEYS  1.. records (hash)
-- Returns version and mark of each, one after another; false twice for one that is not there.
local answer = {}
for i, record in ipairs(KEYS) do
  local stored = redis.call('HMGET', record, 'version', 'mark')
  answer[2 * i - 1], answer[2 * i] = stored[1], stored[2]
end
return answer
