-- bid: places a contract order. It is matched with as many crossing asks as it needs; then it rests
-- or ends, by its time in force.
--
-- Key: the book's head. Arguments: order id 16 (UUIDv7), record 50 (sequence zero; fills: its number
-- in a lost book) and the number of its fills that the caller has 3, as one string.
-- Answers: {'accepted', epoch, record, fill records ...}: the order's current state and its fills
-- after those, at most LIMITS.fills of them, deleted ones as ''; {'expired'}; {'too_old'}: the id is
-- older than the retention period; {'halted'}, {'again'}, {'unavailable'}.
-- A repetition with the id changes nothing, and returns the order's current state.

local function accepted(book, id, record, known)
  local answer = { 'accepted', book.epoch, record }
  local last = math.min(unpack('>I3', record, 22), known + LIMITS.fills)
  for count = known + 1, last do
    answer[#answer + 1] = call('HGET', book.head, fill_id_of(id, count)) or ''
  end
  return answer
end

command('bid', function(head, args)
  local text = args[1]
  local id, known = sub(text, 1, 16), unpack('>I3', text, 67)
  local book, values = open_book(head, id, 'sequence')
  if not book then return values end
  if values[4] then return accepted(book, id, values[4], known) end
  if book.halted then return HALTED end

  local now = now_ms(head)
  local record = sub(text, 17, 66)
  local _, expires_at = terms_of(record)
  if expires_at <= now then return { 'expired' } end
  if is_too_old(unpack('>I6', id), now) then return { 'too_old' } end

  local sequence = pack('>I6', unpack('>I6', values[5]) + 1)
  record = sub(record, 1, 8) .. sequence .. sub(record, 15)
  record = with_state(record, state_of(record), BID + ENTERING)
  call('HSET', head, id, record, 'sequence', sequence)
  if not enter(book, id, record, now, new_budget()) then return AGAIN end
  return accepted(book, id, call('HGET', head, id), known)
end)
