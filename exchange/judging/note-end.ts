/**
 * The script that records the end of an attempt or a probe, and notices that sellers begin to fail
 * together.
 *
 * A seller fails since its last answer: immediately when no request can have provoked the failure
 * (a probe failed, the endpoint was unreachable), when requests of two participants failed, or when
 * it has not answered for a whole window. One buyer's bad requests therefore do not count as joint
 * failures of sellers that answer others or our probes.
 *
 * Only the beginning of a failure says something about us, and only of a seller that had answered
 * recently: an endpoint that is dead says nothing, however often it is probed. Pauses that begin
 * within `recent` of one another share one longest time, so that endpoints that answer and fail in
 * turns do not keep judging paused.
 *
 * KEYS: answering (sorted set of relations by time), begun (sorted set of sellers by time), the
 * seller's state (hash), the newest pause (hash).
 * ARGV: seller; relation; end; participant; the times of `judgingTimes` in ms; minimum number.
 * Returns nothing, or: id of the pause, how long it lasts from now, sellers that begin to fail,
 * sellers that answered, ids of those that begin to fail.
 */
export const NOTE = `
local answering, begun, known, pause = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local seller, relation, ending, account = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local window, minute, recent = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local lasts, longest, least = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local member = seller .. '|' .. relation

local function within(set, age)
  redis.call('ZREMRANGEBYSCORE', set, '-inf', '(' .. (now - age))
  redis.call('PEXPIRE', set, age)
end

if ending == 'answered' then
  redis.call('ZADD', answering, now, relation)
  within(answering, minute)
  redis.call('ZREM', begun, member)
  redis.call('DEL', known)
  redis.call('HSET', known, 'answered', now)
  redis.call('PEXPIRE', known, recent * 2)
  return false
end

local before = redis.call('HMGET', known, 'answered', 'account', 'failing')
local sinceAnswer = before[1] and now - before[1]
redis.call('HSET', known, 'account', account)
redis.call('PEXPIRE', known, recent * 2)
local sure = ending == 'failed' or (before[2] and before[2] ~= account)
  or not sinceAnswer or sinceAnswer > window
if before[3] or not sure then return false end
redis.call('HSET', known, 'failing', 1)
if not sinceAnswer or sinceAnswer > recent then return false end
redis.call('ZADD', begun, now, member)
within(begun, window)
within(answering, minute)

local failing, counted, sellers = 0, {}, {}
for _, one in ipairs(redis.call('ZRANGE', begun, 0, -1)) do
  local id, of = one:match('^([^|]*)|(.*)$')
  sellers[#sellers + 1] = id
  if not counted[of] then
    counted[of] = true
    failing = failing + 1
  end
end
local answered = redis.call('ZCARD', answering)
if failing < least or failing * 2 < answered then return false end

local was = redis.call('HMGET', pause, 'id', 'endsAt', 'spent')
local last, spent = tonumber(was[2]) or 0, tonumber(was[3]) or 0
local from = math.max(last, now)
local endsAt = math.max(last, math.min(now + lasts, from + longest - spent))
if endsAt <= now then return false end
local id = now
if last > now then id = tonumber(was[1]) end
redis.call('HSET', pause, 'id', id, 'endsAt', endsAt, 'spent', spent + endsAt - from)
if id == now then redis.call('PEXPIRE', pause, recent) end
return {id, endsAt - now, failing, answered, sellers}
`;

export interface JudgingTimes {
  /** Failures that begin within it have one cause. */
  readonly windowMs: number;
  /** Sellers whose last answer is not older are the market. */
  readonly answeringMs: number;
  /** A seller whose last answer is older says nothing by failing. */
  readonly recentMs: number;
  /** How long a pause lasts after the last beginning. */
  readonly pauseMs: number;
  readonly pauseMaxMs: number;
}

/** In proportion to the window: 1, 10, 0.5 and 5 minutes of the default of 10 s. */
export function judgingTimes(windowMs: number): JudgingTimes {
  return {
    windowMs,
    answeringMs: 6 * windowMs,
    recentMs: 60 * windowMs,
    pauseMs: 3 * windowMs,
    pauseMaxMs: 30 * windowMs,
  };
}

/** The arguments of the script's times, in its order. */
export function timeArguments(times: JudgingTimes): number[] {
  const { windowMs, answeringMs, recentMs, pauseMs, pauseMaxMs } = times;
  return [windowMs, answeringMs, recentMs, pauseMs, pauseMaxMs];
}
