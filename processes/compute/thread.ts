/** The code of a pool thread: reads the body of a chat and returns a refusal as a value. */
import os from 'node:os';
import { type ChatToRead, type ReadChat, readChat } from '../../api/buyer/chat/read-chat';
import { asFailure } from '../../api/middleware/errors';
import type { ErrorCode } from '../../domain/errors';
import { loadTokenizer } from '../../domain/tokens';

/** Errors lose their fields when they pass between threads. */
export type ThreadAnswer =
  | { readonly chat: ReadChat }
  | {
      readonly refusal: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly param?: string;
      };
    };

/**
 * Lower priority than the event loop: every client waits for the event loop, one account for a
 * thread.
 */
const NICENESS = 10;

loadTokenizer();
// On Linux the priority applies to the thread alone; elsewhere it would apply to the whole process.
if (process.platform === 'linux') os.setPriority(NICENESS);

export function read(chat: ChatToRead): ThreadAnswer {
  try {
    return { chat: readChat(chat) };
  } catch (err) {
    const { code, message, param } = asFailure(err);
    if (code === 'internal_error') throw err;
    return { refusal: { code, message, ...(param === undefined ? {} : { param }) } };
  }
}
