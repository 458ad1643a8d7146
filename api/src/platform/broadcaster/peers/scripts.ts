/**
 * Members of presence channels in Redis. All keys of a channel carry the channel as their hash tag, so that a cluster
 * keeps them on one of its nodes and a script may change them together.
 *
 * KEYS: users (user → info), refs (user → number of our nodes that have them), version, held (the users one node has).
 * Each change grows the version by one and is told on the bus in the same step: nobody hears of it twice, or never.
 * A channel that empties and begins anew begins at the time in microseconds, which is above all it ever was.
 */
const PRELUDE = `
local users, refs, version, held = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local bus, channel = ARGV[1], ARGV[2]
local function tell(user, info)
  if redis.call('EXISTS', version) == 0 then
    local t = redis.call('TIME')
    redis.call('SET', version, string.format('%.0f', t[1] * 1000000 + t[2]))
  end
  local v = string.format('%.0f', redis.call('INCR', version))
  redis.call('PUBLISH', bus, cjson.encode({ k = 'roll', c = channel, u = user, i = info, v = v }))
end
local function hold(user, info)
  if redis.call('SADD', held, user) == 0 then return end
  if redis.call('HINCRBY', refs, user, 1) == 1 then
    redis.call('HSET', users, user, info)
    tell(user, info)
  end
end
local function release(user)
  if redis.call('SREM', held, user) == 0 then return end
  if redis.call('HINCRBY', refs, user, -1) <= 0 then
    redis.call('HDEL', refs, user)
    redis.call('HDEL', users, user)
    tell(user, nil)
  end
end
local function roll()
  local v = redis.call('GET', version) or '0'
  if redis.call('HLEN', users) == 0 then redis.call('DEL', version) end
  return { v, redis.call('HGETALL', users), redis.call('SCARD', held) }
end
`;

export const ENTER = `${PRELUDE}
local user, info, most = ARGV[3], ARGV[4], tonumber(ARGV[5])
if redis.call('HEXISTS', users, user) == 0 and redis.call('HLEN', users) >= most then return { 'full' } end
hold(user, info)
return roll()
`;

export const LEAVE = `${PRELUDE}
release(ARGV[3])
return roll()
`;

/** ARGV: user, info, user, info, … */
export const REPLACE = `${PRELUDE}
local wanted = {}
for at = 3, #ARGV, 2 do wanted[ARGV[at]] = ARGV[at + 1] end
for _, user in ipairs(redis.call('SMEMBERS', held)) do
  if wanted[user] == nil then release(user) end
end
for user, info in pairs(wanted) do hold(user, info) end
return roll()
`;

export const READ = `${PRELUDE}
return roll()
`;

/**
 * KEYS: nodes (node → when its lease ends). ARGV: bus, node, lease in ms, whether it is new here.
 * A node whose lease has ended is dead for good, even to itself: it comes back under a new name, so that clearing away
 * what the old one held never meets what the new one holds. Returns whether it lives, who lives, who is dead. Beats are heard by all.
 */
export const BEAT = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local ends = redis.call('ZSCORE', KEYS[1], ARGV[2])
local lives = ARGV[4] == '1' or (ends and tonumber(ends) > now)
if lives then
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[3])), ARGV[2])
  redis.call('PUBLISH', ARGV[1], cjson.encode({ k = 'beat', n = ARGV[2] }))
end
local at = string.format('%.0f', now)
return {
  lives and 1 or 0,
  redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. at, '+inf'),
  redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', at),
}
`;
