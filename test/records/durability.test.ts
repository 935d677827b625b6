/** What the ledger asks of MongoDB: writes that no election takes back, and reads of what stays. */
import type { mongo } from 'mongoose';
import { connectRecords, type WritableRecords } from '../../records/connect';
import { type Command, concernsOfCommands } from '../queries/commands';
import { testSettings } from '../support/environment';
import { dropRecords, fundedAccount, placedAsk, reservation, settlement } from './scenario';

let records: WritableRecords;
const commands: Command[] = [];
beforeAll(async () => {
  const settings = await testSettings();
  const uri = new URL(settings.mongoUri);
  uri.searchParams.set('monitorCommands', 'true');
  records = await connectRecords({ ...settings, mongoUri: uri.href });
  records.connection
    .getClient()
    .on('commandStarted', ({ command }: mongo.CommandStartedEvent) => commands.push(command));
});
afterAll(() => dropRecords(records));

test('every write waits for the journals of a majority, and a repetition reads what a majority has', async () => {
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
  expect(await records.ledger.reserveFill(request)).toEqual({ status: 'reserved' });
  expect(await records.ledger.reserveFill(request)).toMatchObject({ status: 'duplicate' });
  await records.ledger.settleFill(settlement(request.fill.fillId, 5));

  const concerns = concernsOfCommands(commands);
  expect(concerns).toMatchObject({ unconfirmed: [], unfixed: [] });
  expect(concerns.confirmed).toEqual(
    expect.arrayContaining(['commitTransaction', 'insert accounts', 'insert asks']),
  );
  expect(concerns.durable).toEqual(expect.arrayContaining(['find fills', 'find orders']));
});
