-- halt, resume: an operator stops the matching of one book, and lets it go on.
--
-- Key: the book's head. They answer {'halted'} and {'resumed'}, also when it was so before;
-- {'again'}, {'unavailable'}.
-- While a book is halted, `reserve`, `place` and `bid` answer `halted` (what they know already, they
-- answer as ever); `cancel`, `release` and `expire` work. An ask that comes back meanwhile and could
-- cross a resting bid waits until the book is resumed; what waits comes in at the moment of `resume`.

command('halt', function(head)
  local book, values = open_book(head)
  if not book then return values end
  if book.halted then return HALTED end
  call('HSET', head, 'epoch', book.epoch .. ' halted')
  journal(book, HALT, now_ms(head), '', '')
  return HALTED
end)

command('resume', function(head)
  local book, values = open_book(head)
  if not book then return values end
  if book.halted then
    local has_work, now = call('LLEN', book.work) > 0, now_ms(head)
    call('HSET', head, 'epoch', has_work and book.epoch .. ' busy' or book.epoch,
      'resumed', pack('>I6', now))
    journal(book, RESUMPTION, now, '', '')
  end
  return { 'resumed' }
end)
