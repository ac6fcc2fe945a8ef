-- Keeps records as the newest, within a number and a length.
--
-- KEYS: what all keys of the sandbox begin with. ARGV: time to live, limits, records as lines

local prefix = KEYS[1]
local stream, counts = prefix .. 'requests', prefix .. 'recorded'
local ttl, most, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local call = redis.call
local length = tonumber(call('HGET', counts, 'length') or '0')
local last = tonumber(call('HGET', counts, 'last') or '0')
for record in string.gmatch(ARGV[4], '[^\n]+') do
  last = last + 1
  call('XADD', stream, string.format('%d-0', last), 'e', record)
  length = length + #record
end
local dropped = 0
local left = call('XLEN', stream)
local function drop(count)
  for _, record in ipairs(call('XRANGE', stream, '-', '+', 'COUNT', count)) do
    length = length - #record[2][2]
  end
  left = left - count
  dropped = dropped + call('XTRIM', stream, 'MAXLEN', left)
end
if left > most then drop(left - most) end
while length > longest and left > 0 do drop(1) end
call('HSET', counts, 'length', length, 'last', string.format('%d', last))
if dropped > 0 then call('HINCRBY', counts, 'dropped', dropped) end
if ttl > 0 then
  call('PEXPIRE', stream, ttl)
  call('PEXPIRE', counts, ttl)
end
call('PUBLISH', prefix .. 'news', 'exchange')
