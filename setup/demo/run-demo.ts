import { newSignInCode } from '../../config/demo-sign-in';
import type { Settings } from '../../config/settings';
import type { KeepPart } from '../local/parts';
import { terminal } from '../local/terminal';
import { ensureBuyer } from './buyer';
import { type FirstChat, firstChat } from './first-chat';

export interface Demo {
  readonly chat: FirstChat;
  /** Of the console's page: signs the buyer in, once. */
  readonly signInPath: string;
}

/** Registers two sellers and a funded buyer, and runs one trade between them. */
export async function runDemo(settings: Settings, keepPart: KeepPart): Promise<Demo> {
  await keepPart('demo sellers', 'setup/demo/sellers.js');
  terminal.done('demo sellers', 'registered, asks resting');
  const buyer = await ensureBuyer(settings);
  terminal.done('demo buyer', 'funded');
  const chat = await firstChat(settings, buyer);
  terminal.done('first chat', `${chat.answer.fill.tokens} tokens, settled`);
  return { chat, signInPath: `/#/sign-in/${newSignInCode(settings.TOKENBOOK_HOME)}` };
}
