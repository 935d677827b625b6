/** Rooms of socket.io that are left, in every way in which one can leave. */
import { until } from '../support/wait';
import { bookMessage } from './client';
import { StreamStage } from './stage';

let stage: StreamStage;
beforeEach(async () => {
  stage = await StreamStage.open();
});
afterEach(async () => {
  await stage.stop();
  expect(stage.failures).toEqual([]);
});

const say = (sequence: number) => stage.hub.receive(bookMessage(stage.model, sequence));

type Member = ReturnType<StreamStage['member']>;

const view = () => ({ model_id: stage.model });
const subscribe = ({ socket }: Member) => socket.emitWithAck('subscribe', view());
const untilTold = ({ messages }: Member, sequence: number) =>
  until(() => messages.at(-1)?.sequence === sequence, { what: `the book at ${sequence}` });

test.each<[string, (member: Member) => unknown]>([
  ['says so', ({ socket }) => socket.emitWithAck('unsubscribe', view())],
  ['disconnects', ({ socket }) => socket.disconnect()],
  ['is gone', ({ socket }) => socket.io.engine.close()],
])('a room is followed until its last member %s', async (_how, leave) => {
  const [first, last] = [stage.member(), stage.member()];
  await Promise.all([subscribe(first), subscribe(last)]);
  say(1);
  await Promise.all([untilTold(first, 1), untilTold(last, 1)]);
  await leave(first);
  say(2);
  await untilTold(last, 2);
  await leave(last);
  await stage.untilUnread();
  const next = stage.member();
  await subscribe(next);
  await until(() => next.messages.length > 0, { what: 'the first snapshot' });
  expect(next.messages).toMatchObject([{ sequence: 0 }]);
});

test('who leaves before the book was read is told nothing of it', async () => {
  let goOn: () => void = () => undefined;
  stage.beforeReads = new Promise<void>((resolve) => (goOn = resolve));
  const [leaving, staying] = [stage.member(), stage.member()];
  const [left, stayed] = [subscribe(leaving), subscribe(staying)];
  await until(() => stage.reads === 1, { what: 'the read' });
  await leaving.socket.emitWithAck('unsubscribe', view());
  goOn();
  await Promise.all([left, stayed]);
  say(1);
  await untilTold(staying, 1);
  say(2);
  await untilTold(staying, 2);
  // Answered behind everything that was sent to it before.
  await leaving.socket.emitWithAck('unsubscribe', view());
  expect(leaving.messages).toEqual([]);
});

test('a member of 32 rooms is in no other one, until it leaves one of them', async () => {
  const { socket } = stage.member();
  const join = (model: string) => socket.emitWithAck('subscribe', { model_id: model });
  for (let room = 1; room <= 32; room += 1)
    expect(await join(`room-${room}`)).toHaveProperty('room');
  expect(await join('room-33')).toMatchObject({ code: 'invalid_request' });
  expect(await join('room-1')).toHaveProperty('room'); // it is in it
  await socket.emitWithAck('unsubscribe', { model_id: 'room-1' });
  expect(await join('room-33')).toHaveProperty('room');
});
