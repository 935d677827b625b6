/** The statement as a file of the reader's disk. */
import { ApiError } from '../client/api-error';

export type FileFormat = 'csv' | 'jsonl';

export interface StatementAddress {
  readonly path: string;
  /** With the credential. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A link could not carry the key: the file is read here, and then saved. */
export async function downloadStatement(
  { path, headers }: StatementAddress,
  times: { readonly from?: string; readonly to?: string },
  format: FileFormat,
): Promise<void> {
  const query = new URLSearchParams({ ...times, format });
  const response = await fetch(`${path}?${query}`, {
    credentials: 'omit',
    headers,
  }).catch((err: unknown) => {
    throw ApiError.unreachable(err);
  });
  if (!response.ok) throw ApiError.from(response, await response.json().catch(() => null));
  const file = await response.blob().catch((err: unknown) => {
    throw ApiError.unreachable(err);
  });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `statement.${format}`;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
