/** The sign-in page of the codec; without a script, like the other pages. */
import { type Html, html } from '../../docs/html';
import { SESSION_HOURS } from './session';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}input,button{font:inherit;padding:.4rem .6rem}input{width:100%;box-sizing:border-box;margin:.3rem 0 .8rem}
a{color:#0b57d0}[role=alert]{color:#b3261e}@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}a{color:#8ab4f8}[role=alert]{color:#f2b8b5}}`;

export interface CodecPage {
  readonly signedIn: boolean;
  /** The failure of the last attempt. */
  readonly alert?: string;
  /** The address in the browser, for the web UI's settings. */
  readonly endpoint: string;
  readonly uiUrl: string;
}

export function codecPage({ signedIn, alert, endpoint, uiUrl }: CodecPage): string {
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Tokenbook codec</title>
      <style>
        ${STYLE}
      </style>
      <body>
        <h1>Codec</h1>
        <p>
          Prompts and answers are sealed in the histories of workflows. Here the Temporal web UI has
          them opened. Each opening is recorded: who, when, of which order.
        </p>
        ${signedIn ? guide(endpoint, uiUrl) : form(alert)}
      </body>
    </html>`;
  return page.text;
}

function form(alert: string | undefined): Html {
  return html`${alert === undefined ? '' : html`<p role="alert">${alert}</p>`}
    <form method="post" action="/codec/sign-in">
      <label for="token">Operator token</label>
      <input id="token" name="token" type="password" autocomplete="off" required autofocus />
      <button>Sign in</button>
    </form>`;
}

function guide(endpoint: string, uiUrl: string): Html {
  return html`<p><strong>You are signed in</strong>, for ${SESSION_HOURS} hours.</p>
    <p>
      Once in each browser: open <a href="${uiUrl}">the Temporal web UI</a> at this very address,
      press the glasses at the top right ("Codec Server"), and set
    </p>
    <ul>
      <li>Use my browser setting and ignore the cluster-level setting</li>
      <li>endpoint <code>${endpoint}</code></li>
      <li>Include cross-origin credentials</li>
    </ul>
    <form method="post" action="/codec/sign-out"><button>Sign out</button></form>`;
}
