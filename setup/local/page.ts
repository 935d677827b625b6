import { join, relative } from 'node:path';
import { pc } from '../colours';
import { plainText } from '../../domain/plain-text';
import type { Settings } from '../../config/settings';
import { SIGN_IN_MINUTES } from '../../config/demo-sign-in';
import type { FirstChat } from '../demo/first-chat';
import type { Demo } from '../demo/run-demo';
import type { ConsolePages } from './console';
import { credentialsFile } from './credentials';
import { column, terminal } from './terminal';

/** The page on the terminal while everything runs. */
export function showPage(
  settings: Settings,
  { market, operator }: ConsolePages,
  demo: Demo | null,
  testModeUrl: string | null,
): void {
  const gateway = `http://127.0.0.1:${settings.PORT}`;
  const credentials = shown(credentialsFile(settings.TOKENBOOK_HOME));
  terminal.heading('Running');
  if (market) row('console', pc.bold(market));
  if (market && demo) {
    row('sign in', market + demo.signInPath);
    row('', pc.dim(`once, as the demo's buyer, within ${SIGN_IN_MINUTES} minutes`));
  }
  if (operator) row('operate', operator);
  row('gateway', `${gateway}   ${pc.dim('/buyer  /seller  /market')}`);
  row('descriptions', `${gateway}/docs`);
  row(
    'operator',
    `http://127.0.0.1:${settings.ADMIN_PORT}   ${pc.dim('/admin/v1  /readyz  /metrics')}`,
  );
  if (testModeUrl) row('test mode', `${testModeUrl}   ${pc.dim('POST /buyer/v1/test-accounts')}`);
  row('Temporal UI', settings.temporalUiUrl);
  row(
    'sealed texts',
    `http://127.0.0.1:${settings.ADMIN_PORT}/codec   ${pc.dim('sign in to read them in that UI')}`,
  );
  row('keys', credentials);
  row('logs', shown(join(settings.TOKENBOOK_HOME, 'logs')));
  if (demo) {
    showFill(demo.chat);
    showTrials(gateway, credentials, demo.chat);
  }
  terminal.plain(`\n  ${pc.dim('Ctrl-C stops everything. The data stays for the next start.')}\n`);
}

function showFill({ question, model, answer, historyUrl }: FirstChat): void {
  const { fill, choices } = answer;
  terminal.heading('The first fill');
  row('asked', `${question} ${pc.dim(`(${model})`)}`);
  row('answered', shorten(plainText(choices[0]?.message.content ?? '')));
  row('fill', `${fill.fill_id}  ${fill.region}`);
  row('price', `${fill.fill_price} per 1M tokens ${pc.dim(`(list price ${fill.list_price})`)}`);
  row('cost', `${fill.cost} USD for ${fill.tokens} tokens`);
  row('history', historyUrl ?? 'follows when Temporal is available');
}

/** Commands that can be pasted, in lines that fit a narrow terminal. */
function showTrials(gateway: string, credentials: string, { model, answer }: FirstChat): void {
  const key = '-H "Authorization: Bearer $KEY"';
  terminal.heading('Try');
  for (const line of [
    `KEY=$(node -p "require('${credentials}').demo.buyer.buyerKey")`,
    `curl -N ${gateway}/v1/chat/completions \\`,
    `  ${key} -H 'Content-Type: application/json' \\`,
    `  -d '{"model":"${model}","max_price":"0.0003","stream":true,`,
    `       "messages":[{"role":"user","content":"Hello"}]}'`,
    `curl ${gateway}/market/v1/account ${key}`,
    `curl '${gateway}/market/v1/orderbook?model_id=${model}'`,
    `npx tokenbook orders show ${answer.fill.fill_id}`,
  ]) {
    terminal.plain(`  ${line}`);
  }
}

/** A path below this folder as a relative one, any other unchanged. */
function shown(path: string): string {
  const fromHere = relative('', path);
  return fromHere.startsWith('..') ? path : `./${fromHere}`;
}

function row(name: string, text: string): void {
  terminal.plain(`  ${pc.dim(column(name))} ${text}`);
}

/** Shortens a text to one line of the terminal. */
function shorten(text: string): string {
  const width = (process.stderr.columns ?? 108) - column('').length - 3;
  return text.length > width ? `${text.slice(0, Math.max(width - 1, 20))}…` : text;
}
