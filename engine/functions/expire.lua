-- expire: closes asks whose time is over, and forgets asks that were closed long ago.
--
-- Key: the book's head. Arguments: how many asks to look at, at most.
-- Answers: {'swept', ask ids that this call expired (16 bytes each) ...}; {'unavailable'}.
-- A second call goes on where the first one ended.
--
-- The agenda lists asks under the second after which they must be looked at: first when their time
-- is over, then when nothing can refer to them any more. A take that meets an ask past its time
-- closes it too, so the sweep is for tidiness and never decides what a bid gets.

-- Longer than the memory of a fill that was made in an ask's last moment.
local FORGET_AFTER_MS = (LIMITS.memory_hours + 3) * HOUR_MS

-- Returns true when the ask was closed by this look.
local function look(book, ask_id, now)
  local record = call('HGET', book.asks, ask_id)
  local _, state = state_of(record)
  local _, expires_at = terms_of(record)
  if state == OPEN then expire_ask(book, ask_id, record, now) end
  if expires_at + FORGET_AFTER_MS < now then
    call('HDEL', book.asks, ask_id)
  else
    look_again(book, ask_id, expires_at + FORGET_AFTER_MS)
  end
  return state == OPEN
end

command('expire', function(head, args)
  local limit = tonumber(args[1])
  local book = open_book(head)
  if not book then return UNAVAILABLE end

  local now = now_ms()
  local answer, looked = { 'swept' }, 0
  while looked < limit do
    local second = call('ZRANGE', book.agenda, 0, 0)[1]
    if not second or second * 1000 > now then break end
    local due = book.agenda .. ':' .. second
    local ids = call('LPOP', due, limit - looked) or {}
    for at = 1, #ids do
      if look(book, ids[at], now) then answer[#answer + 1] = ids[at] end
    end
    looked = looked + #ids
    if call('EXISTS', due) == 0 then call('ZREM', book.agenda, second) end
  end
  return answer
end)
