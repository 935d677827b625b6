-- place: places an ask. It first fills the resting bids that it crosses, then it rests.
--
-- Key: the book's head. Arguments: ask id 16 and record 50 (sequence zero), as one string; the owner
-- of its seller (16 bytes), absent for none.
-- Answers: {'placed', record, epoch}; {'duplicate', record, epoch}: the id was placed
-- before, whatever its state; {'expired'}; {'again', 'entered'}: its matching is not finished,
-- call again; {'halted'}, {'again'}, {'unavailable'}.
-- A repetition with the id answers `duplicate` and changes nothing, while the ask could still be open;
-- after its deletion it has expired, and the answer is `expired`.

command('place', function(head, args)
  local text, owner = args[1], args[2]
  local id = sub(text, 1, 16)
  local book, values = open_book(head, id, 'sequence', 'bids')
  if not book then return values end
  if values[4] then return { 'duplicate', record_of(book, id, values[4]), book.epoch } end
  if book.halted then return HALTED end

  local now = now_ms(head)
  local _, expires_at = terms_of(sub(text, 17))
  if expires_at <= now then return { 'expired' } end

  local sequence = pack('>I6', unpack('>I6', values[5]) + 1)
  local record = sub(text, 17, 24) .. sequence .. sub(text, 31)
  if owner then
    call('HSET', book.owners, sub(record, 35), owner)
    call('HSET', head, OWNED, 1)
  end
  if not values[6] or values[6] == '0' then
    store_ask(book, id, nil, record, 'sequence', sequence)
    journal(book, PLACED, now, id, record)
    return { 'placed', record, book.epoch }
  end
  record = with_state(record, state_of(record), ENTERING)
  call('HSET', head, id, record, 'sequence', sequence)
  if not enter(book, id, record, now, new_budget()) then return { 'again', 'entered' } end
  return { 'placed', record_of(book, id), book.epoch }
end)
