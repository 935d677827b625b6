import { area } from './mutation';

const READER = 'followers/relay/journal-reader.ts';
const SUBSCRIBER = 'channel/subscriber.ts';

/** On a Redis Cluster, whose servers each have some of the books and channels. */
export const RELAYING_CLUSTER = area('relaying', [
  {
    name: 'one-look-at-several-servers',
    file: 'engine/functions.ts',
    find: 'this.redis instanceof Cluster ? books.map((book) => [book]) : [books];',
    replace: 'this.redis instanceof Cluster ? [books] : [books];',
    harm: 'On a cluster no relay follows any book.',
    tests: ['engine/cluster-readers.test.ts'],
  },
  {
    name: 'one-reader-for-all-journals-of-a-cluster',
    file: READER,
    find: '? new ClusterReader(redis, onError)',
    replace: '? new ConnectionReader(redis, onError)',
    harm: 'On a cluster the depth of one book only is published.',
    tests: ['engine/cluster-readers.test.ts'],
  },
  {
    name: 'reader-of-a-closed-book-goes-on',
    file: READER,
    find: '      this.readers.delete(reader);\n      void reader.stop();\n',
    replace: '      this.readers.delete(reader);\n',
    harm: 'On a cluster each rebuild leaves a connection, until there are no more.',
    tests: ['engine/cluster-readers.test.ts'],
  },
  {
    name: 'readers-of-a-stopped-relay-go-on',
    file: READER,
    find: 'await Promise.all([...this.readers].map((reader) => reader.stop()));',
    replace: 'this.readers.clear();\n    await Promise.resolve();',
    harm: 'On a cluster a relay that is to stop does not end.',
    tests: ['engine/cluster-readers.test.ts'],
  },
  {
    name: 'announcements-to-nobody',
    file: SUBSCRIBER,
    find: "? { publish: 'SPUBLISH', count: 'SHARDNUMSUB' }",
    replace: "? { publish: 'PUBLISH', count: 'SHARDNUMSUB' }",
    harm: 'On a cluster buyers read their answers late, as when announcements are lost.',
    tests: ['engine/cluster-readers.test.ts'],
  },
  {
    name: 'readers-of-a-cluster-not-counted',
    file: SUBSCRIBER,
    find: "? { publish: 'SPUBLISH', count: 'SHARDNUMSUB' }",
    replace: "? { publish: 'SPUBLISH', count: 'NUMSUB' }",
    harm: 'On a cluster streams are stopped although somebody reads them.',
    tests: ['engine/cluster-readers.test.ts'],
  },
]);
