-- tops, best_bid: the best prices of a book's views. Read-only.
--
-- Key: the book's head.

-- The first unexpired order of the walk with that many tokens: its id and record; nil at the end; nil
-- and the last order's position after LIMITS.scan others.
local function first_current(walk, book, now, quantity_min)
  local record
  for _ = 1, LIMITS.scan do
    local id = current_of(walk)
    if not id then return nil end
    record = record_of(book, id)
    local _, expires_at = terms_of(record)
    if expires_at > now and state_of(record) >= quantity_min then return id, record end
    advance(walk)
  end
  return nil, sub(record, 1, 14)
end

-- Arguments: codes of regions, one byte each; codes of pins. Answers {'tops', epoch, id and record of
-- the best ask of each region or '' ..., of the best bid of each pin or '' ...}; {'unavailable'}.
-- After LIMITS.scan expired orders no further one is read: the relay closes such orders.
command('tops', function(head, args)
  local book = view_book(head)
  if not book then return UNAVAILABLE end
  local now, answer = now_ms(head), { 'tops', book.epoch }
  for at, side in ipairs({ book.asks, book.bids }) do
    local codes = args[at]
    for position = 1, #codes do
      local index = side[byte(codes, position)]
      local id, record = first_current(walk_of({ index }), book, now, 1)
      answer[#answer + 1] = id and id .. record or ''
    end
  end
  return answer
end, READ_ONLY)

-- Arguments: codes of the pins, one byte each; position (14 bytes) to continue after, or ''; the fewest
-- tokens of a bid that counts. Answers {'best', epoch, id and record}; {'none', epoch};
-- {'continue', position, epoch}; {'unavailable'}.
command('best_bid', function(head, args)
  local book = view_book(head)
  if not book then return UNAVAILABLE end
  local indexes = {}
  for at = 1, #args[1] do indexes[at] = book.bids[byte(args[1], at)] end
  local id, record = first_current(walk_of(indexes, args[2]), book, now_ms(head), tonumber(args[3]))
  if id then return { 'best', book.epoch, id .. record } end
  if record then return { 'continue', record, book.epoch } end
  return { 'none', book.epoch }
end, READ_ONLY)
