import { area } from './mutation';

export const FOLLOWERS = area('followers', [
  {
    name: 'trade-not-awaited',
    file: 'followers/tape.ts',
    find: 'await this.options.publish(',
    replace: 'void this.options.publish(',
    harm: 'The tape passes trades that no gateway received.',
    tests: ['engine/relay-tape.test.ts'],
  },
  {
    name: 'position-of-a-former-holder-stored',
    file: 'followers/mongo-lease-store.ts',
    find: 'updateOne({ _id: this.name, fence }, [',
    replace: 'updateOne({ _id: this.name }, [',
    harm: 'A paused process moves the position back or ahead, and trades are lost.',
    tests: ['engine/relay-tape.test.ts'],
  },
  {
    name: 'released-reservation-still-awaited',
    file: 'followers/relay/pending-reservations.ts',
    find: "    if (kind === 'released') this.pending.delete(fillId);\n",
    replace: '',
    harm: 'Every released reservation holds the stored progress back for a lease and asks MongoDB.',
    tests: ['engine/relay.test.ts', 'engine/relay-bids.test.ts'],
  },
  {
    name: 'fill-reaped-before-it-was-told',
    file: 'followers/relay/pending-reservations.ts',
    find: 'const sinceMs = orderId === null ? atMs : Math.max(atMs, nowMs);',
    replace: 'const sinceMs = atMs;',
    harm: 'After an outage of the relay, fills of orders are void before their workflows heard of them.',
    tests: ['engine/relay-bids.test.ts', 'engine/relay.test.ts'],
  },
  {
    name: 'end-of-an-order-before-its-fills',
    file: 'followers/relay/book-relay.ts',
    find: '    if (fills.length > 0) await this.ports.filled(fills);\n    this.lease.check();\n    if (orderIds.length > 0) await this.ports.expiredBids(orderIds);\n',
    replace:
      '    if (orderIds.length > 0) await this.ports.expiredBids(orderIds);\n    this.lease.check();\n    if (fills.length > 0) await this.ports.filled(fills);\n',
    harm: 'An order ends without its last fills.',
    tests: ['engine/relay-bids.test.ts', 'engine/relay.test.ts'],
  },
  {
    name: 'progress-of-a-former-relay-stored',
    file: 'exchange/books/relay-progress.ts',
    find: "{ 'relay.epoch': epoch, 'relay.fence': { $lte: fence } },",
    replace: "{ 'relay.epoch': epoch },",
    harm: 'A relay that was paused moves the progress back or ahead: fills are told twice, or never.',
    tests: ['records/relay-reads.test.ts', 'engine/relay.test.ts'],
  },
  {
    name: 'trades-during-a-restart-left-out',
    file: 'followers/tape.ts',
    find: 'await this.tellFrom(this.leases.place);',
    replace: 'await this.tellFrom(null);',
    harm: 'Trades that were made between the death of a relay and the next one are told to nobody.',
    tests: ['simulation/simulation.test.ts'],
  },
  {
    name: 'later-fills-not-told',
    file: 'followers/relay/book-relay.ts',
    find: 'if (fills.length > 0) await this.ports.filled(fills);',
    replace: '',
    harm: 'Orders that rest are filled in their book, and never in the records.',
    tests: ['simulation/simulation.test.ts'],
  },
]);
