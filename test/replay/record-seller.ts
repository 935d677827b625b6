/** Records the histories of a seller's standing. No test of its own: `npm run histories` runs it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { sellerWorkflowId } from '../../domain/workflow-names';
import {
  type Judged,
  ask,
  failing,
  judgedSeller,
  setStanding,
  untilStanding,
} from '../standing/outcomes';
import { Exchange } from '../support/exchange';

const ROOT = join(__dirname, '..', '..');

test('records the histories', async () => {
  const exchange = await Exchange.start({ settings: { SUSPENSION_MS: 3_000 } });
  const connection = await Connection.connect({ address: exchange.settings.temporalAddress });
  const { workflow } = new Client({ connection });
  const save = async (name: string, { seller }: Judged) => {
    const id = sellerWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, seller.url);
    const json = historyToJSON(await workflow.getHandle(id).fetchHistory());
    const clean = json.replaceAll(ROOT, '/tokenbook').replace(/\d+@[\w.-]+/g, 'worker@recorder');
    writeFileSync(join(__dirname, 'histories', `seller.${name}.json`), `${clean}\n`);
  };

  const judged = await judgedSeller(exchange);
  await ask(exchange, judged, 10, failing());
  await untilStanding(exchange, judged, 'Suspended');
  await save('suspended', judged);
  await untilStanding(exchange, judged, 'Probation');
  await save('suspended-and-back', judged);

  const lifted = await judgedSeller(exchange);
  await ask(exchange, lifted, 10, failing());
  await untilStanding(exchange, lifted, 'Suspended');
  await setStanding(exchange, lifted, 'Active');
  await setStanding(exchange, lifted, 'Banned');
  await save('set-by-the-operator', lifted);

  await connection.close();
  await exchange.stop();
}, 180_000);
