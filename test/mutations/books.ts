import { area } from './mutation';

const COMPARISON = 'followers/relay/comparison.ts';
const IMAGE = 'followers/relay/book-image.ts';
const TOP = 'engine/functions/top.lua';
const LOAD = 'engine/rebuild-load.ts';

/** What a book offers: its top, what a rebuild loads, and what a relay compares and shows. */
export const BOOKS = area('books', [
  {
    name: 'first-ask-not-on-top',
    file: TOP,
    find: 'if slot > #entries and #entries > 0 then return end',
    replace: 'if slot > #entries then return end',
    harm: 'The only ask of a book is never found.',
    tests: ['engine/rebuilt-orders.test.ts', 'engine/model.test.ts'],
  },
  {
    name: 'remainder-lost-below-the-top',
    file: TOP,
    find: "  if dropped then call('HSET', book.head, dropped.id, record_of(book, dropped.id)) end\n",
    replace: '',
    harm: 'An ask that better ones push out of the top is offered whole again.',
    tests: ['engine/model.test.ts', 'engine/conformance.test.ts'],
  },
  {
    name: 'asks-on-top-twice',
    file: TOP,
    find: '    ranks[region] = ranks[region] + 1\n',
    replace: '',
    harm: 'An ask is offered twice.',
    tests: ['engine/model.test.ts', 'engine/conformance.test.ts'],
  },
  {
    name: 'top-never-filled-up',
    file: TOP,
    find: 'if #book.entries < LIMITS.top / 2 then remainders = refill(book, remainders) end',
    replace: '',
    harm: 'A book whose best asks are sold offers nothing.',
    tests: ['engine/model.test.ts', 'engine/conformance.test.ts'],
  },
  {
    name: 'owners-lost-by-a-rebuild',
    file: LOAD,
    find: 'if (!ask.owner || this.owned.has(ask.sellerId)) return;',
    replace: 'if (!ask.owner || this.owned.size >= 0) return;',
    harm: 'After a rebuild an owner trades with himself.',
    tests: ['engine/rebuild.test.ts', 'contracts/owners.test.ts'],
  },
  {
    name: 'pin-lost-by-a-rebuild',
    file: LOAD,
    find: 'const region = pinOf(bid.region);',
    replace: 'const region = pinOf(bid.region && null);',
    harm: 'After a rebuild an order buys in regions that its owner excluded.',
    tests: ['engine/rebuilt-orders.test.ts', 'engine/model.test.ts'],
  },
  {
    name: 'halt-lost-by-a-rebuild',
    file: LOAD,
    find: "const word = isHalted ? 'halted' : '';",
    replace: "const word = isHalted && this.rows < 0 ? 'halted' : '';",
    harm: 'A rebuild opens a market that the operator has halted.',
    tests: ['engine/rebuild.test.ts', 'records/halts.test.ts'],
  },
  {
    name: 'fills-of-bids-loaded-as-reservations',
    file: LOAD,
    find: 'const record = ofBid ? packOrderFill({ ...reservation, ...ofBid }) : packFill(reservation);',
    replace:
      'const record = ofBid && !ofBid.orderId ? packOrderFill({ ...reservation, ...ofBid }) : packFill(reservation);',
    harm: 'A fill of an order that a rebuild took over is told to no workflow.',
    tests: ['engine/rebuilt-orders.test.ts', 'engine/model.test.ts'],
  },
  {
    name: 'left-behind-book-not-closed',
    file: COMPARISON,
    find: 'if ((await this.ports.epochOf(book)) === epoch) return false;',
    replace: 'if ((await this.ports.epochOf(book)) !== null || epoch > 0) return false;',
    harm: 'A book of an epoch that the records have left refuses everybody.',
    tests: ['engine/relay.test.ts', 'engine/relay-turns.test.ts'],
  },
  {
    name: 'ask-of-a-dead-process-not-placed',
    file: COMPARISON,
    find: '      await this.placeMissing(lease);\n',
    replace: '',
    harm: 'An ask whose process died before it placed it is never offered.',
    tests: ['engine/relay.test.ts', 'engine/relay-turns.test.ts'],
  },
  {
    name: 'ended-ask-placed-and-left',
    file: COMPARISON,
    find: 'if (!isActive) await this.books.cancel({ book: this.book, id: ask.askId });',
    replace: '',
    harm: 'An ask that was withdrawn while a relay placed it is offered.',
    tests: ['engine/relay-withdrawn.test.ts'],
  },
  {
    name: 'failed-comparison-forgotten',
    file: COMPARISON,
    find: '        suspects.push(...page);\n',
    replace: '',
    harm: 'Orders that ended while MongoDB was away stay in their book.',
    tests: ['engine/relay.test.ts', 'engine/relay-turns.test.ts'],
  },
  {
    name: 'lost-bid-not-missed',
    file: COMPARISON,
    find: 'if (unseen.length === 0) return false;',
    replace: 'if (unseen.length >= 0) return false;',
    harm: 'An order that its book has lost buys nothing until it expires.',
    tests: ['engine/relay-bids.test.ts', 'engine/relay.test.ts'],
  },
  {
    name: 'gap-in-the-image-accepted',
    file: IMAGE,
    find: 'event.version > this.version + 1',
    replace: 'event.version > this.version + 1e9',
    harm: 'Depth shows orders that a missed event has closed.',
    tests: ['engine/relay-image.test.ts', 'engine/relay.test.ts'],
  },
  {
    name: 'former-state-stays-in-depth',
    file: IMAGE,
    find: 'if (known) this.show(known, -1);',
    replace: '',
    harm: 'Depth counts what was sold.',
    tests: ['engine/relay-image.test.ts', 'engine/relay.test.ts'],
  },
]);
