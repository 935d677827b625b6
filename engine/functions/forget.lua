-- forget: deletes, on one page of the head, everything that no command can refer to any more: fills
-- older than the retention period, and orders closed long ago. Also trims the journal.
--
-- Key: the book's head. Arguments: cursor ('0' at first), approximate number of entries to scan.
-- Answers: {'searched', cursor ('0': it was the last page)}; {'again'}, {'unavailable'}.
-- A repetition finds nothing more.

-- One hour longer than a command's id is accepted.
local FILL_MS = MEMORY_MS + HOUR_MS
-- Longer than the retention of a fill that was made just before its order closed.
local ORDER_HOURS = LIMITS.memory_hours + 3

local function is_forgettable(id, value, now)
  if #value == 50 then
    if is_alive(value) then return false end
    if is_bid(value) then
      return (hour_of(now) - unpack('>I2', value, 26)) % 65536 > ORDER_HOURS
    end
    local _, expires_at = terms_of(value)
    return expires_at + ORDER_HOURS * HOUR_MS < now
  end
  local made_at = #value > 29 and unpack('>I6', value, 55) or unpack('>I6', id)
  return made_at + FILL_MS < now
end

command('forget', function(head, args)
  local book, values = open_book(head)
  if not book then return values end
  local now = now_ms(head)
  local page = call('HSCAN', head, args[1], 'COUNT', args[2])
  local entries = page[2]
  for at = 1, #entries, 2 do
    if #entries[at] == 16 and is_forgettable(entries[at], entries[at + 1], now) then
      call('HDEL', head, entries[at])
    end
  end
  call('XTRIM', book.events, 'MAXLEN', '~', LIMITS.events)
  return { 'searched', page[1] }
end)
