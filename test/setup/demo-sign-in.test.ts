import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIGN_IN_MINUTES, exchangeSignInCode, newSignInCode } from '../../config/demo-sign-in';

const BUYER_KEY = 'sk-tb_of-the-demo';

describe('the code in the address that npm start prints', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tokenbook-sign-in-'));
    const credentials = { secrets: {}, demo: { buyer: { buyerKey: BUYER_KEY } } };
    writeFileSync(join(home, 'credentials.json'), JSON.stringify(credentials));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  test('is exchanged for the key of the demo once', () => {
    const code = newSignInCode(home);
    expect(exchangeSignInCode(home, code)).toEqual({ buyerKey: BUYER_KEY });
    expect(exchangeSignInCode(home, code)).toEqual({ refused: 'used' });
  });

  test('is refused from its last minute on', () => {
    const code = newSignInCode(home, 0);
    const endsAtMs = SIGN_IN_MINUTES * 60_000;
    expect(exchangeSignInCode(home, code, endsAtMs)).toEqual({ refused: 'expired' });
    expect(exchangeSignInCode(home, code, endsAtMs - 1)).toEqual({ buyerKey: BUYER_KEY });
  });

  test('is refused when another start has printed a newer one, and when it is no code', () => {
    const older = newSignInCode(home);
    newSignInCode(home);
    expect(exchangeSignInCode(home, older)).toEqual({ refused: 'unknown' });
    expect(exchangeSignInCode(home, '')).toEqual({ refused: 'unknown' });
  });

  test('can be read by nobody else on the machine', () => {
    newSignInCode(home);
    expect(statSync(join(home, 'sign-in.json')).mode & 0o077).toBe(0);
  });
});
