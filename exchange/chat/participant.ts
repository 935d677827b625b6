/** Participants that take turns in shared resources. */
import type { ChatOrder } from '../../domain/chat';

/** Accounts and sellers of one owner are one participant. */
export function participantName(id: string, owner: string | null | undefined): string {
  return owner == null ? id : `owner:${owner}`;
}

export function participantOf({
  participant,
  accountId,
}: Pick<ChatOrder, 'participant' | 'accountId'>): string {
  return participant ?? accountId;
}
