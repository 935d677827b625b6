/** What a thread of the pool runs: the body of a chat is read, a refusal comes back as a value. */
import os from 'node:os';
import { type ChatToRead, type ReadChat, readChat } from '../../api/buyer/chat/read-chat';
import { asFailure } from '../../api/middleware/errors';
import type { ErrorCode } from '../../domain/errors';
import { loadTokenizer } from '../../domain/tokens';

/** Errors lose what they carry on their way between threads. */
export type ThreadAnswer =
  | { readonly chat: ReadChat }
  | {
      readonly refusal: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly param?: string;
      };
    };

/** Lower than the event loop: what it does is waited for by everybody, and this by one account. */
const NICENESS = 10;

loadTokenizer();
// On Linux the priority is the thread's own; elsewhere it would be that of the whole process.
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
