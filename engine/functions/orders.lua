-- orders: one page of all orders that are neither closed nor filled, of both sides, those below their minimum size and
-- entering ones too, in no order. Read-only.
--
-- Key: the book's head. Arguments: cursor ('0' at first), approximate number of entries to scan,
-- 'indexes' to look into them too, or ''.
-- Answers: {'page', `<epoch>-<version>` of the page, cursor ('0': it was the last page), hidden,
-- id and record ...}; {'unavailable'}.
-- An order that exists from the first page to the last is returned at least once. `hidden` has the ids of those,
-- 16 bytes each, that an index lacks although they are on offer, or that enter without any work listed: no
-- command leaves one behind.

local function lacks(index, score, member)
  return tonumber(call('ZSCORE', index, member)) ~= score
end

-- Whether nothing finds an order that is on offer or enters, as when Redis has lost an index.
local function is_hidden(book, id, record)
  local score, member = unpack('>I6', record), sub(record, 7, 14) .. id
  local region, seller = unpack('>Bc16', record, 34)
  local _, state = state_of(record)
  if state % BID == ENTERING then return call('EXISTS', book.work) == 0 end
  if is_bid(record) then return state == BID + OPEN and lacks(book.bids[region], score, member) end
  if not is_offered(record) then return false end
  return lacks(book.asks[region], score, member) or lacks(book.seller .. seller, score, member)
end

command('orders', function(head, args)
  local book = view_book(head)
  if not book then return UNAVAILABLE end
  local page = call('HSCAN', head, args[1], 'COUNT', args[2])
  local answer = { 'page', newest_event(book), page[1], '' }
  local entries, hidden, looks = page[2], {}, args[3] == 'indexes'
  for at = 1, #entries, 2 do
    if #entries[at] == 16 and #entries[at + 1] == 50 and is_alive(entries[at + 1]) then
      local id = entries[at]
      local record = record_of(book, id, entries[at + 1])
      answer[#answer + 1] = id .. record
      if looks and is_hidden(book, id, record) then hidden[#hidden + 1] = id end
    end
  end
  answer[4] = table.concat(hidden)
  return answer
end, READ_ONLY)
