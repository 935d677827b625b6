/** The registration table (SELLER-3), row by row, on both routes. */
import { Exchange } from '../support/exchange';
import { newKey, profile, register, registration, ROUTES, type RouteName } from './registering';

const exchange = Exchange.pooledForFile();

describe.each(Object.keys(ROUTES) as RouteName[])('on the %s surface', (route) => {
  test('a new endpoint: a seller is created, and its key opens its profile', async () => {
    const body = registration({ regions: ['eu-west', 'us-east'] });
    const regions = ['eu-west', 'us-east', 'eu-west'];
    const answer = await register(exchange, { ...body, regions }, { route });

    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({
      ...body,
      seller_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      registered_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { api_key, ...record } = answer.body;
    expect((await profile(exchange, api_key)).body).toEqual({
      ...record,
      standing: 'Active',
      learned_limits: [],
      venue_class: 'unrated',
      endpoint_verified: false,
      models: [],
      has_upstream_authorization: false,
    });
  });

  test('the same key again: the same seller, with the new name, models and regions', async () => {
    const body = registration({ regions: ['eu-west'] });
    const first = await register(exchange, body, { route });
    const changes = { name: 'Renamed', supported_models: ['qwen3-32b'], regions: ['apac'] };
    const supported_models = ['Qwen3-32B ', 'qwen3-32b'];
    const again = await register(exchange, { ...body, ...changes, supported_models }, { route });

    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, ...changes });
    expect((await profile(exchange, first.body.api_key)).body).toMatchObject(changes);

    const withoutRegions = registration({ ...body, regions: undefined });
    const third = await register(exchange, withoutRegions, { route });
    expect(third.body).toMatchObject({ seller_id: first.body.seller_id, regions: ['apac'] });
  });

  test('another key with the current one in the header: rotated, the old key is dead everywhere', async () => {
    const body = registration();
    const first = await register(exchange, body, { route });
    const rotation = { ...body, name: 'Rotated', api_key: newKey() };
    const rotated = await register(exchange, rotation, {
      route,
      currentKey: body.api_key as string,
    });

    expect(rotated.status).toBe(200);
    expect(rotated.body).toEqual({ ...first.body, name: 'Rotated', api_key: rotation.api_key });
    for (const gateway of [0, 1]) {
      const old = await profile(exchange, first.body.api_key, gateway);
      expect([old.status, old.body.code]).toEqual([401, 'unauthorized']);
      const own = await profile(exchange, rotation.api_key, gateway);
      expect([own.status, own.body.seller_id]).toEqual([200, first.body.seller_id]);
    }
  });

  test('a rotation whose answer was lost can be repeated, and the old key stays dead', async () => {
    const body = registration();
    const currentKey = body.api_key as string;
    await register(exchange, body, { route });
    const rotation = { ...body, api_key: newKey() };
    const [first, again] = [
      await register(exchange, rotation, { route, currentKey }),
      await register(exchange, rotation, { route, currentKey }),
    ];
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);

    const back = await register(exchange, body, { route });
    expect([back.status, back.body.code]).toEqual([409, 'endpoint_already_registered']);
    const withDeadKey = await register(exchange, body, { route, currentKey });
    expect(withDeadKey.status).toBe(409);
  });

  test.each([
    ['no header', undefined],
    ['a wrong key in the header', 'wrong'],
    ["another seller's key in the header", 'stranger'],
    ['the new key in the header', 'new'],
  ])('another key with %s: 409, and nothing is modified', async (_case, header) => {
    const stranger = registration();
    await register(exchange, stranger, { route });
    const body = registration({ regions: ['eu-west'] });
    const first = await register(exchange, body, { route });
    const before = await exchange.records.sellers.findOne({ _id: first.body.seller_id });

    const takeover = { ...body, name: 'Taken over', regions: ['apac'], api_key: newKey() };
    const keys = { wrong: newKey(), stranger: stranger.api_key, new: takeover.api_key };
    const currentKey = header && (keys[header as keyof typeof keys] as string);
    const answer = await register(exchange, takeover, {
      route,
      ...(currentKey === undefined ? {} : { currentKey }),
    });

    expect(answer.status).toBe(409);
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(answer.body.code).toBe('endpoint_already_registered');
    expect(answer.body.message).toBe(answer.body.error);
    // What our look at its endpoint notes is no part of it.
    const { health: _health, nextProbeAt: _nextProbeAt, ...kept } = before!;
    expect(await exchange.records.sellers.findOne({ _id: first.body.seller_id })).toMatchObject(
      kept,
    );
    expect((await profile(exchange, body.api_key as string)).status).toBe(200);
    expect((await profile(exchange, takeover.api_key)).status).toBe(401);
  });
});

test('both routes know the same sellers', async () => {
  const body = registration();
  const first = await register(exchange, body, { route: 'Seller' });
  const again = await register(exchange, { ...body, name: 'Again' }, { route: 'Market' });
  expect(again.body).toEqual({ ...first.body, name: 'Again' });
  const rotation = { ...body, api_key: newKey() };
  const options = { route: 'Market', currentKey: body.api_key as string } as const;
  expect((await register(exchange, rotation, options)).body.seller_id).toBe(first.body.seller_id);
});

test.each([
  [
    'letters of the scheme and the host',
    'HTTP://LOCALHOST:8999/Case',
    'http://localhost:8999/Case',
  ],
  ['a default port', 'http://localhost:80/default-port', 'http://localhost/default-port'],
  ['a trailing dot', 'http://localhost.:8999/dot', 'http://localhost:8999/dot'],
  ['a short address', 'http://127.1:8999/short', 'http://127.0.0.1:8999/short'],
])('an endpoint is the same in spite of %s', async (_case, spelled, normal) => {
  const body = registration({ endpoint_url: spelled });
  const first = await register(exchange, body);
  expect(first.body.endpoint_url).toBe(normal);
  const again = await register(exchange, { ...body, endpoint_url: normal });
  expect(again.body).toEqual(first.body);
});

test('paths are told apart as they stand: they are other endpoints', async () => {
  const body = registration({ endpoint_url: 'http://localhost:8999/path' });
  const first = await register(exchange, body);
  const other = registration({ endpoint_url: 'http://localhost:8999/Path' });
  expect((await register(exchange, other)).body.seller_id).not.toBe(first.body.seller_id);
});

test('a key that another seller uses is refused like a weak one, whether new or rotated to', async () => {
  const taken = registration();
  await register(exchange, taken);
  const created = await register(exchange, registration({ api_key: taken.api_key }));
  expect([created.status, created.body.code, created.body.param]).toEqual([
    400,
    'invalid_request',
    'api_key',
  ]);

  const body = registration();
  const first = await register(exchange, body);
  const rotated = await register(
    exchange,
    { ...body, name: 'Rotated', api_key: taken.api_key },
    { currentKey: body.api_key as string },
  );
  expect([rotated.status, rotated.body]).toEqual([400, created.body]);
  expect((await profile(exchange, body.api_key as string)).body.name).toBe(first.body.name);
  expect((await profile(exchange, taken.api_key as string)).body.name).toBe(taken.name);
});

test('a refused registration leaves the endpoint to whoever comes with a key of his own', async () => {
  const taken = registration();
  await register(exchange, taken);
  const body = registration({ api_key: taken.api_key });
  expect((await register(exchange, body)).status).toBe(400);
  expect((await register(exchange, { ...body, api_key: newKey() })).status).toBe(200);
});
