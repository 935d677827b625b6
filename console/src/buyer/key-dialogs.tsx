/** What is asked before a key is rotated or revoked. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Select } from '../design/controls';
import { ConfirmDialog } from '../design/dialog';
import type { IssuedKey } from './bodies';
import type { SignedInBuyer } from './buyer-page';
import { type Asked, nameOf } from './key-columns';

interface DialogProps {
  readonly buyer: SignedInBuyer;
  readonly asked: Asked | null;
  readonly onClose: () => void;
}

const GRACES = [
  { value: '86400', label: 'A day' },
  { value: '3600', label: 'An hour' },
  { value: '604800', label: 'A week' },
] as const;
const AT_ONCE = { value: '0', label: 'Not at all: it is in the wrong hands' } as const;

type Grace = (typeof GRACES)[number]['value'] | typeof AT_ONCE.value;

export function RotateKeyDialog(
  props: DialogProps & { readonly onRotated: (issued: IssuedKey) => void },
) {
  const { buyer, asked, onClose, onRotated } = props;
  const [grace, setGrace] = useState<Grace>(GRACES[0].value);
  const key = asked?.what === 'rotate' ? asked.key : null;
  const rotate = async () => {
    if (!key) return;
    const params = { path: { id: key.key_id } };
    const body = { grace_seconds: Number(grace) };
    onRotated(await answerOf(buyer.market.POST('/v1/keys/{id}/rotate', { params, body })));
  };
  const close = () => {
    setGrace(GRACES[0].value);
    onClose();
  };
  // At once would sign out the person who rotates the key in use, before the new one is stored.
  const graces = key?.kind === 'manage' ? GRACES : [...GRACES, AT_ONCE];
  return (
    <ConfirmDialog
      title="Rotate the key"
      isOpen={key !== null}
      onClose={close}
      onConfirm={rotate}
      action="Rotate"
    >
      {key && (
        <p>
          {nameOf(key)} gets a new text, which is shown once. Its cap, its bounds and what it has
          used stay.
        </p>
      )}
      <Select<Grace>
        label="How long the present text works too"
        hint="Both share the cap"
        value={grace}
        options={graces}
        onChange={setGrace}
      />
    </ConfirmDialog>
  );
}

export function RevokeKeyDialog({ buyer, asked, onClose }: DialogProps) {
  const queries = useQueryClient();
  const key = asked?.what === 'revoke' ? asked.key : null;
  const revoke = async () => {
    if (!key) return;
    const params = { path: { id: key.key_id } };
    await answerOf(buyer.market.DELETE('/v1/keys/{id}', { params }));
    await queries.invalidateQueries({ queryKey: [SIGNED_IN, 'keys'] });
  };
  return (
    <ConfirmDialog
      title="Revoke the key"
      isOpen={key !== null}
      onClose={onClose}
      onConfirm={revoke}
      action="Revoke"
      isDangerous
    >
      {key && (
        <p>
          {nameOf(key)} is refused from that moment on, for good, and so are the credentials of
          tickets that it issued. Contracts stay.
          {key.kind === 'manage' && ' If it is the key in use here, you are signed out.'}
        </p>
      )}
    </ConfirmDialog>
  );
}
