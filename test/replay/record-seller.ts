/** Records the histories of a seller's standing. No test of its own: `npm run histories` runs it. */
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
import { saveHistory } from './stored';

test('records the histories', async () => {
  const exchange = await Exchange.start({ settings: { SUSPENSION_MS: 3_000 } });
  const save = async (name: string, { seller }: Judged) => {
    const id = sellerWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, seller.url);
    await saveHistory(exchange, `seller.${name}`, id);
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

  await exchange.stop();
}, 180_000);
