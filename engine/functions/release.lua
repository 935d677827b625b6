-- release: returns tokens of a fill to its ask, at the ask's old place.
--
-- Key: the book's head. Arguments: tokens 6 and fill id 16, as one string: part of the fill or all
-- of it; all of it for a bid's fill, which is voided.
-- Answers: {'released'}, or {'released', 'unfinished'}: the reopened order's matching is
-- unfinished, call `work`; {'duplicate'}: the fill was released before; {'unknown'}: the book has no
-- such fill; {'again'}, {'unavailable'}. More tokens than the fill has, or fewer of a bid's
-- fill, are an error.
-- A fill is released once: a repetition, with any quantity, answers `duplicate`.
-- A closed ask stays closed, and the tokens are not offered again. An ask that was below its minimum
-- size and is on offer again is matched like a new one. The tokens of a voided fill are open again on
-- the bid, unless it never rests or was closed; it, too, is matched like a new one.

local UNKNOWN, DUPLICATE, RELEASE_DONE = { 'unknown' }, { 'duplicate' }, { 'released' }
local RELEASE_UNFINISHED = { 'released', 'unfinished' }

-- The record of the ask with the returned tokens, and whether it must be matched again.
local function with_tokens_back(book, record, quantity)
  local remaining, state, lot = unpack('>I6BI6', record, 15)
  if state ~= OPEN and state ~= ENTERING then return record, false end
  local more = remaining + quantity
  local comes_in = state == OPEN and remaining < lot and more >= lot and has_bids(book)
  return with_state(record, more, comes_in and ENTERING or state), comes_in
end

command('release', function(head, args)
  local quantity, fill_id = unpack('>I6c16', args[1])
  local book, values = open_book(head, fill_id)
  if not book then return values end

  local fill = values[4]
  if not fill then return UNKNOWN end
  local reserved, _, released = unpack('>I6I6B', fill, 17)
  if released == 1 then return DUPLICATE end
  local is_of_bid = #fill > 29
  if quantity > reserved then error({ err = 'ERR more tokens than the fill has' }) end
  if is_of_bid and quantity < reserved then error({ err = 'ERR a fill of a bid is void as a whole' }) end

  local id = sub(fill, 1, 16)
  local record = record_of(book, id)
  if not record then return UNKNOWN end
  local now = now_ms(head)
  local after, comes_in = with_tokens_back(book, record, quantity)
  store_ask(book, id, record, after, fill_id, sub(fill, 1, 28) .. '\1' .. sub(fill, 30))
  journal(book, RELEASED, now, id, after, args[1])
  local budget = new_budget()
  if comes_in then enter(book, id, after, now, budget) end
  if is_of_bid then reopen_in_turn(book, fill_id, fill, now, budget) end
  return book.busy and RELEASE_UNFINISHED or RELEASE_DONE
end)
