/** A process that moves finished records to the archive, until there are none or it is killed. */
import { archiveFinished } from '../../records/archive/move';
import { connectRecords } from '../../records/connect';

const AGE_MS = 86_400_000;
const RUN_MS = 60_000;

async function run([mongoUri = '', MONGODB_DATABASE = '']: readonly string[]): Promise<void> {
  const records = await connectRecords({ mongoUri, MONGODB_DATABASE });
  await archiveFinished(records, { ageMs: AGE_MS, runMs: RUN_MS });
  await records.close();
}

void run(process.argv.slice(2));
