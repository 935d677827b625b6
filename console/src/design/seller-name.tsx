/** A seller as buyers know it: by its id and its tier. */
export function SellerName({ id, venue }: { readonly id: string; readonly venue: string | null }) {
  return (
    <span title={id}>
      <code>{id.slice(-6)}</code>
      {venue !== null && <span className="faint"> {venue}</span>}
    </span>
  );
}
