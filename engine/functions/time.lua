-- time: the time by the clock that fills of the book are dated by. Read-only.
--
-- Key: the book's head. Answers: {'time', milliseconds 6}.

command('time', function(head)
  return { 'time', pack('>I6', now_ms(head)) }
end, READ_ONLY)
