/** Texts that name a server, without its user and password: for logs, errors and the terminal. */

const ADDRESS = /\b((?:mongodb|rediss?)(?:\+\w+)?:\/\/)([^\s"']*)/gi;
const PASSWORD_PARAMETER = /([?&]\w*password=)[^&\s"']*/gi;

/** @param text an address, or an error's text with addresses in it */
export function withoutCredentials(text: string): string {
  return text
    .replace(
      ADDRESS,
      (_, scheme: string, rest: string) => scheme + rest.slice(rest.lastIndexOf('@') + 1),
    )
    .replace(PASSWORD_PARAMETER, '$1...');
}
