/** One line at the top of what is open: what it waits for, in the exchange's words. */
export function WaitsFor({ sentence }: { readonly sentence: string | null }) {
  if (sentence === null) return null;
  return (
    <p className="preview">
      <strong>Waits for</strong> {sentence}
    </p>
  );
}
