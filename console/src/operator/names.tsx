/** Accounts and sellers by their names, which answers give with their ids. */
import { createContext, useContext } from 'react';
import { Link } from 'wouter';

/** Names by id, of everything that is shown inside. */
export const Names = createContext<Readonly<Record<string, string>>>({});

export function AccountLink({ id }: { readonly id: string }) {
  return <NameLink id={id} to={`/accounts/${id}`} />;
}

export function SellerLink({ id }: { readonly id: string }) {
  return <NameLink id={id} to={`/sellers/${id}`} />;
}

function NameLink({ id, to }: { readonly id: string; readonly to: string }) {
  return (
    <Link href={to} title={id}>
      <Name id={id} />
    </Link>
  );
}

/** Where there is no name, the id as far as people compare it. */
export function Name({ id }: { readonly id: string }) {
  const name = useContext(Names)[id];
  return name === undefined ? <ShortId id={id} /> : <span title={id}>{name}</span>;
}

/** An id as far as people compare it, whole in the title. */
export function ShortId({ id }: { readonly id: string }) {
  return (
    <code title={id}>
      {id.slice(0, 8)}…{id.slice(-4)}
    </code>
  );
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A sentence of the API with names for its ids. */
export function Named({ text }: { readonly text: string }) {
  const names = useContext(Names);
  return text.replace(UUIDS, (id) => names[id] ?? id);
}
