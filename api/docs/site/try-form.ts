/**
 * A form that requests a route without a script. It asks `/docs/try`, which puts the parameters into
 * the path and leaves out what was left empty.
 */
import { type Html, html } from '../html';
import { type DescribedRoute, type Parameter, resolve, textOf } from './openapi';

/** Only what anybody may read, and what changes nothing. */
export function isTryable({ method, operation }: DescribedRoute): boolean {
  return method === 'GET' && operation.security.length === 0;
}

export function tryForm(route: DescribedRoute): Html {
  const parameters = (route.operation.parameters ?? []).filter((one) => one.in !== 'header');
  return html`<section class="example" aria-labelledby="try">
    <h2 id="try">Try</h2>
    <form
      class="try"
      method="get"
      action="/docs/try/${route.surface}/${route.operation.operationId}"
    >
      ${parameters.map((parameter) => inputOf(parameter, route))}
      <button>Send</button>
    </form>
  </section>`;
}

function inputOf(parameter: Parameter, { document }: DescribedRoute): Html {
  const { name, required } = parameter;
  const { enum: values, example, default: usual } = resolve(parameter.schema, document);
  const id = `try-${name}`;
  const must = required ? html`required` : '';
  const label = html`<label for="${id}"
    ><code>${name}</code>${required ? '' : html` <span class="faint">optional</span>`}</label
  >`;
  if (values) {
    return html`${label}
      <select id="${id}" name="${name}" ${must}>
        ${required ? '' : html`<option value=""></option>`}
        ${values.map((value) => html`<option>${textOf(value)}</option>`)}
      </select>`;
  }
  const shown = required ? html`value="${textOf(example ?? '')}"` : '';
  return html`${label}
    <input
      id="${id}"
      name="${name}"
      maxlength="200"
      placeholder="${textOf(example ?? usual ?? '')}"
      ${shown}
      ${must}
    />`;
}
