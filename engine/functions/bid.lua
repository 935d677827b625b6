-- bid: an order for capacity comes in. It takes what it crosses of as many asks as it needs; then
-- it rests, or is over, as its time in force says.
--
-- Key: the book's head. Arguments: order id 16 (UUIDv7), record 50 (sequence zero; fills: those it had
-- in a book that is gone) and how many of its fills the caller knows 3, as one text.
-- Answers: {'accepted', epoch, record, fill records ...}: the order as it stands now and the fills
-- behind those that are known, at most LIMITS.fills of them, forgotten ones left out as ''; {'expired'}:
-- its time is over; {'too_old'}: the id is older than the memory; {'halted'}, {'again'},
-- {'unavailable'}.
-- A second call with the id changes nothing, and answers how the order stands by then.

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
  if not enter(book, id, record, now) then return AGAIN end
  return accepted(book, id, call('HGET', head, id), known)
end)
