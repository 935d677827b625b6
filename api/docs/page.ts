/**
 * Renders a description as a page: plain HTML, without scripts and external resources, so that it
 * works offline and under any content policy.
 */
import { html, prose, type Html } from './html';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly example?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
      }
    >
  >;
}

/** The fields of an OpenAPI document that the page reads. */
export interface PageSource {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  buyerKey: 'Authorization: Bearer <buyer key>',
  ticketCredential: 'Authorization: Bearer <ticket credential>',
  sellerKey: 'X-Seller-API-Key: <seller key>',
};

/** @param base path of the surface, before the paths of its operations */
export function operationsOf(source: PageSource, base: string): Html {
  const { info, servers, paths = {}, components } = source;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const anchors = operations.map(({ path, method, operation }) => {
    const anchor = anchorOf(method, path);
    return html`<li>
      <a href="#${anchor}">${method.toUpperCase()} ${path}</a> ${operation.summary ?? ''}
    </li>`;
  });
  const schemas = Object.entries(components?.schemas ?? {});
  return html`<h1>${info.title}</h1>
    <p>
      Version ${info.version}. ${prose(info.description ?? '')} Base address:
      <code>${servers?.[0]?.url ?? base}</code>.
    </p>
    <nav>
      <ul>
        ${anchors}
      </ul>
    </nav>
    ${operations.map((one) => section(base, one))}
    <h2>Schemas</h2>
    ${schemas.map(
      ([name, schema]) =>
        html`<section id="${name}">
          <h3>${name}</h3>
          <p>${prose(schema.description ?? '')}</p>
          ${fieldTable(schema)}
        </section>`,
    )}`;
}

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function section(base: string, { path, method, operation }: Listed): Html {
  const schemes = (operation.security ?? []).flatMap((one) => Object.keys(one));
  const body = operation.requestBody?.content['application/json']?.schema;
  return html`<section id="${anchorOf(method, path)}">
    <h2><code>${method.toUpperCase()} ${base}${path}</code></h2>
    <p>${operation.summary ?? ''}. ${prose(operation.description ?? '')}</p>
    <p>Credential: ${schemes.length === 0 ? 'none' : schemes.map(credentialOf)}</p>
    ${operation.parameters ? parameterTable(operation.parameters) : ''}
    ${
      body
        ? html`<h4>Body</h4>
            <p>${typeOf(body)}</p>
            ${body.$ref ? '' : fieldTable(body)}`
        : ''
    }
    <h4>Answers</h4>
    <table>
      ${Object.entries(operation.responses).map(
        ([status, { description, content }]) =>
          html`<tr>
            <td>${status}</td>
            <td>${prose(description)}</td>
            <td>
              ${Object.entries(content ?? {}).map(
                ([type, { schema }]) => html`${typeOf(schema)} <small>${type}</small> `,
              )}
            </td>
          </tr>`,
      )}
    </table>
  </section>`;
}

function credentialOf(scheme: string, index: number): Html {
  return html`${index === 0 ? '' : ' or '}<code>${CREDENTIALS[scheme] ?? scheme}</code>`;
}

/** Removes the spaces and braces that an id must not contain. */
function anchorOf(method: string, path: string): string {
  return `${method}${path.replace(/[{}]/g, '').replaceAll('/', '-')}`;
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): Html {
  return html`<h4>Parameters</h4>
    <table>
      ${parameters.map(
        ({ name, in: place, required, schema }) =>
          html`<tr>
            <td><code>${name}</code></td>
            <td>${place}${required ? ', required' : ''}</td>
            <td>${typeOf(schema)}</td>
            <td>${prose(schema.description ?? '')}</td>
          </tr>`,
      )}
    </table>`;
}

function fieldTable({ properties = {}, required = [] }: Schema): Html {
  return html`<table>
    ${Object.entries(properties).map(
      ([name, schema]) =>
        html`<tr>
          <td><code>${name}</code></td>
          <td>${required.includes(name) ? 'required' : ''}</td>
          <td>${typeOf(schema)}</td>
          <td>${prose(schema.description ?? '')}${exampleOf(schema)}</td>
        </tr>`,
    )}
  </table>`;
}

function exampleOf({ example }: Schema): Html {
  return example === undefined ? html`` : html` Example: <code>${JSON.stringify(example)}</code>`;
}

function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return html`${schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code> `)}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return html`${choices.map((choice, at) => html`${at ? ' or ' : ''}${typeOf(choice)}`)}`;
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  return html`${[schema.type ?? 'any'].flat().join(' or ')}`;
}
