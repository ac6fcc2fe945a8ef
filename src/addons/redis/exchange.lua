-- Checks what was read; where all is as it was, makes the changes.
--
-- Redis or Valkey does it in one step: nothing comes in between (redis.io, "EVAL": scripts are atomic).
--
-- meta: state, total, epoch, seq and rev (both only ever grow), names and sizes (versions), touched
-- resources: member -> rev \n key \n JSON; order: the members, collection \0 seq, by name
-- index: collection \0 key -> member of the first one; numbers: also \0 collection where a key is there twice
-- KEYS: what all keys of the sandbox begin with, the list of sandboxes. Not each by itself: a cluster is not
-- promised, and a tenth of the time would go to their names.
-- ARGV: time to live, name, most sandboxes, and as JSON: reads of four parts and a token in a row, writes

local prefix, registry = KEYS[1], KEYS[2]
local meta, resources, index, order = prefix .. 'meta', prefix .. 'resources', prefix .. 'index', prefix .. 'order'
local sizes, versions, numbers, answers = prefix .. 'sizes', prefix .. 'versions', prefix .. 'numbers', prefix .. 'answers'
local ttl, name, most = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local asked, changes = unpack(cjson.decode(ARGV[4]))
local call = redis.call
local time = call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local epoch = call('HGET', meta, 'epoch') or '0'

local function version(collection)
  return epoch .. ':' .. (call('HGET', versions, collection) or '0')
end
local function parts(value)
  local one = string.find(value, '\n', 1, true)
  local two = string.find(value, '\n', one + 1, true)
  return string.sub(value, 1, one - 1), string.sub(value, one + 1, two - 1)
end
local function seqOf(member)
  return string.match(member, '%z(%d+)$')
end
local function members(collection, offset, limit)
  local from, to = '[' .. collection .. '\0', '(' .. collection .. '\1'
  return call('ZRANGEBYLEX', order, from, to, 'LIMIT', offset, limit)
end

local readers = {
  state = function()
    local value = call('HGET', meta, 'state')
    if not value then return '-', {} end
    local at = string.find(value, '\n', 1, true)
    return string.sub(value, 1, at - 1), { string.sub(value, at + 1) }
  end,
  find = function(collection, key)
    local member = call('HGET', index, collection .. '\0' .. key)
    if not member then return '-', {} end
    local value = call('HGET', resources, member)
    local seq = seqOf(member)
    return seq .. ':' .. parts(value), { seq, value }
  end,
  list = function(collection, offset, limit, known)
    local token = version(collection)
    local found = {}
    if token == known then return token, found end
    local all = members(collection, offset, limit)
    for i = 1, #all, 1000 do
      local last = math.min(i + 999, #all)
      local values = call('HMGET', resources, unpack(all, i, last))
      for j = i, last do
        found[#found + 1] = seqOf(all[j])
        found[#found + 1] = values[j - i + 1]
      end
    end
    return token, found
  end,
  size = function(collection)
    return call('HGET', sizes, collection) or '0', {}
  end,
  number = function(collection)
    return call('HGET', numbers, collection) or '-', {}
  end,
  names = function(_, _, _, known)
    local token = epoch .. ':' .. (call('HGET', meta, 'names') or '0')
    return token, token == known and {} or call('HKEYS', sizes)
  end,
  sizes = function(_, _, _, known)
    local token = epoch .. ':' .. (call('HGET', meta, 'sizes') or '0')
    return token, token == known and {} or call('HGETALL', sizes)
  end,
  total = function(limit)
    local total = call('HGET', meta, 'total') or '0'
    if limit == 'exact' then return total, { total } end
    if tonumber(total) == 0 then return 'none', { total } end
    return tonumber(total) < tonumber(limit) and 'some' or 'full', { total }
  end,
  answer = function(key)
    local value = call('HGET', answers, key)
    if not value then return '-', {} end
    local at = string.find(value, '\n', 1, true)
    return string.sub(value, 1, at - 1), { string.sub(value, at + 1) }
  end,
}

local stale = {}
for i = 1, #asked, 5 do
  local known = asked[i + 4]
  local token, values = readers[asked[i]](asked[i + 1], asked[i + 2], asked[i + 3], known)
  if token ~= known then stale[#stale + 1] = { (i - 1) / 5, token, values } end
end
if #stale > 0 then return stale end

local isNew = #changes > 0 and epoch == '0'
if isNew then
  if ttl > 0 then
    call('ZREMRANGEBYSCORE', registry, '-inf', now - ttl)
    if call('ZCARD', registry) >= most then return false end
  end
  -- Beyond whatever a sandbox of this name had before: nobody may take its versions for these.
  epoch = string.format('%d', now)
  call('HSET', meta, 'epoch', epoch, 'rev', string.format('%d000', now))
end
if #changes == 0 and (ttl == 0 or epoch == '0') then return '' end

local revision
local function rev()
  if not revision then revision = string.format('%.0f', call('HINCRBY', meta, 'rev', 1)) end
  return revision
end
local function grow(collection, count)
  call('HINCRBY', versions, collection, 1)
  if count == 0 then return end
  local size = call('HINCRBY', sizes, collection, count)
  call('HINCRBY', meta, 'sizes', 1)
  if size == 0 or size == count then call('HINCRBY', meta, 'names', 1) end
  if size == 0 then call('HDEL', sizes, collection) end
  if call('HINCRBY', meta, 'total', count) == 0 then call('DEL', answers) end
end
local function enter(collection, key, member)
  if key == '' then return end
  if call('HSETNX', index, collection .. '\0' .. key, member) == 0 then
    call('HSET', numbers, '\0' .. collection, '1')
    return false
  end
  return true
end
local function first(collection, key)
  for _, member in ipairs(members(collection, 0, -1)) do
    local _, other = parts(call('HGET', resources, member))
    if other == key then return member end
  end
end
local function leave(collection, key, member)
  local field = collection .. '\0' .. key
  if key == '' or call('HGET', index, field) ~= member then return end
  call('HDEL', index, field)
  if call('HEXISTS', numbers, '\0' .. collection) == 0 then return end
  local other = first(collection, key)
  if other then call('HSET', index, field, other) end
end
local function remove(collection, member)
  local value = call('HGET', resources, member)
  if not value then return end
  local _, key = parts(value)
  call('HDEL', resources, member)
  call('ZREM', order, member)
  leave(collection, key, member)
  grow(collection, -1)
end
local function memberOf(collection, seq)
  return collection .. '\0' .. seq
end
local function empty(collection)
  local all = members(collection, 0, -1)
  for _, member in ipairs(all) do
    local _, key = parts(call('HGET', resources, member))
    call('HDEL', resources, member)
    call('HDEL', index, collection .. '\0' .. key)
  end
  call('ZREMRANGEBYLEX', order, '[' .. collection .. '\0', '(' .. collection .. '\1')
  call('HDEL', numbers, collection, '\0' .. collection)
  grow(collection, -#all)
end

local writers = {
  state = function(write) call('HSET', meta, 'state', rev() .. '\n' .. write[2]) end,
  add = function(write)
    local collection = write[2]
    local count = (#write - 2) / 2
    local seq = call('HINCRBY', meta, 'seq', count) - count
    local values, places = {}, {}
    for i = 3, #write, 2 do
      seq = seq + 1
      local member = memberOf(collection, string.format('%016d', seq))
      values[#values + 1] = member
      values[#values + 1] = rev() .. '\n' .. write[i] .. '\n' .. write[i + 1]
      places[#places + 1] = 0
      places[#places + 1] = member
      enter(collection, write[i], member)
      if #values == 1000 or i + 1 == #write then
        call('HSET', resources, unpack(values))
        call('ZADD', order, unpack(places))
        values, places = {}, {}
      end
    end
    grow(collection, count)
  end,
  replace = function(write)
    local _, collection, seq, key, text = unpack(write)
    local member = memberOf(collection, seq)
    local old = call('HGET', resources, member)
    if not old then return end
    local _, before = parts(old)
    call('HSET', resources, member, rev() .. '\n' .. key .. '\n' .. text)
    if before ~= key then
      leave(collection, before, member)
      if enter(collection, key, member) == false then
        call('HSET', index, collection .. '\0' .. key, first(collection, key))
      end
    end
    grow(collection, 0)
  end,
  remove = function(write) remove(write[2], memberOf(write[2], write[3])) end,
  clear = function(write) empty(write[2]) end,
  ['clear-below'] = function(write)
    local start = write[2]
    for _, member in ipairs(call('ZRANGEBYLEX', order, '[' .. start, '(' .. start .. '\255')) do
      remove(string.match(member, '^(.*)%z%d+$'), member)
    end
  end,
  ['clear-all'] = function()
    call('DEL', resources, index, order, sizes, versions, numbers, answers)
    epoch = rev()
    call('HSET', meta, 'total', 0, 'epoch', epoch)
  end,
  number = function(write)
    if write[3] == '-' then call('HDEL', numbers, write[2])
    else call('HSET', numbers, write[2], write[3]) end
  end,
  answer = function(write)
    if call('HLEN', answers) >= 1000 then call('HDEL', answers, call('HRANDFIELD', answers)) end
    call('HSET', answers, write[2], rev() .. '\n' .. write[3])
  end,
  tell = function(write) call('PUBLISH', prefix .. 'news', write[2]) end,
}
for _, write in ipairs(changes) do writers[write[1]](write) end

if ttl > 0 then
  local isDue = now - tonumber(call('HGET', meta, 'touched') or '0') > ttl / 10
  if isDue then
    call('HSET', meta, 'touched', now)
    call('ZADD', registry, now, name)
  end
  if isDue or revision then
    local keys = { meta, resources, index, order, sizes, versions, numbers, answers }
    for _, key in ipairs(keys) do call('PEXPIRE', key, ttl + math.floor(ttl / 10)) end
  end
end
return revision or ''
