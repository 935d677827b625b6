-- place: rests an ask.
--
-- Key: the book's head. Arguments: ask id (16 bytes), record (50 bytes, sequence zero).
-- Answers: {'placed', sequence, epoch}; {'duplicate', sequence, epoch}: the id is known, whatever
-- became of it; {'expired'}: its time is over; {'unavailable'}.
-- A second call with the id answers `duplicate` and changes nothing, as long as the ask could still
-- be open; once it is forgotten its time is over, and the answer is `expired`.

local function answer(status, record, book)
  return { status, format('%.0f', unpack('>I6', record, 9)), book.epoch }
end

command('place', function(head, args)
  local ask_id, terms = args[1], args[2]
  local book = open_book(head)
  if not book then return UNAVAILABLE end

  local known = call('HGET', book.asks, ask_id)
  if known then return answer('duplicate', known, book) end

  local now = now_ms()
  local remaining = state_of(terms)
  local _, expires_at = terms_of(terms)
  if expires_at <= now then return { 'expired' } end

  local sequence = call('HINCRBY', head, 'sequence', 1)
  local record = sub(terms, 1, 8) .. pack('>I6', sequence) .. sub(terms, 15)
  store_ask(book, ask_id, nil, record)
  look_again(book, ask_id, expires_at)
  journal(book, PLACED, now, remaining, NO_ID, ask_id, record)
  return answer('placed', record, book)
end)
