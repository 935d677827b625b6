/** Texts that name a server, without its user and password: for logs, errors and the terminal. */

const USER_AND_PASSWORD = /\b((?:mongodb|rediss?)(?:\+\w+)?:\/\/)[^\s"']*@/gi;
const PASSWORD_PARAMETER = /([?&]\w*password=)[^&\s"']*/gi;

/** @param text an address, or an error's text with addresses in it */
export function withoutCredentials(text: string): string {
  return text.replace(USER_AND_PASSWORD, '$1').replace(PASSWORD_PARAMETER, '$1...');
}
