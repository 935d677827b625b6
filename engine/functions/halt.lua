-- halt, resume: an operator halts and resumes the matching of one book.
--
-- Key: the book's head. Answers: {'halted'} and {'resumed'}, also without a change; {'again'},
-- {'unavailable'}.
-- While a book is halted, `reserve`, `place` and `bid` answer `halted` (repetitions get their first
-- answer); `cancel`, `release` and `expire` work. A reopened ask that could cross a resting bid waits
-- until the book is resumed; waiting orders are matched at the time of `resume`.

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
