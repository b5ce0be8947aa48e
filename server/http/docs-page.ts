import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { REFUSALS } from '#contract/refusals.ts';

type Document = {
  paths: Record<
    string,
    Record<
      string,
      { requestBody?: unknown; parameters: { name: string; schema: object }[]; responses: Record<string, unknown> }
    >
  >;
};

/** The calls as a page for people, from the same document that machines read. */
export function docsPage(title: string, document: object, css: string): string {
  const byTag = Map.groupBy(Object.values(ENDPOINTS) as Endpoint[], (endpoint) => endpoint.tag);
  const sections = [...byTag].map(([tag, endpoints]) => {
    const calls = endpoints.map((endpoint) => callSection(endpoint, document as Document));
    return `<section><h2>${tag}</h2>${calls.join('')}</section>`;
  });
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escape(title)}</title><link rel="stylesheet" href="${css}"></head><body><main class="docs"><h1>${escape(title)}</h1>` +
    `<p>Everything below is made from the table that the server validates with. For machines: ` +
    `<a href="/api/openapi.json">OpenAPI 3.1</a>. Refusals are <code>application/problem+json</code>.</p>` +
    `${sections.join('')}</main></body></html>`
  );
}

function callSection(endpoint: Endpoint, document: Document): string {
  const described = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!;
  const body = described.requestBody as { content: { 'application/json': { schema: object } } } | undefined;
  const answer = described.responses[endpoint.answers] as { content?: Record<string, { schema: object }> };
  const own = endpoint.refusals.map((code) => `<code>${REFUSALS[code]} ${code}</code>`).join(' ');
  return (
    `<details><summary><b>${endpoint.method}</b> <code>${escape(endpoint.path)}</code> ${escape(endpoint.summary)}</summary>` +
    `<p>${endpoint.access === 'customer' ? 'Needs a bearer token.' : 'Open to guests; a bearer token is taken.'} Answers ${endpoint.answers}.</p>` +
    (own ? `<p>Refusals of its own: ${own}</p>` : '') +
    (described.parameters.length > 0
      ? schemaBlock('Parameters', Object.fromEntries(described.parameters.map((p) => [p.name, p.schema])))
      : '') +
    (body ? schemaBlock('Body', body.content['application/json'].schema) : '') +
    Object.entries(answer.content ?? {})
      .map(([type, { schema }]) => schemaBlock(endpoint.produces ? `Answer (${type})` : 'Answer', schema))
      .join('') +
    `</details>`
  );
}

function schemaBlock(name: string, schema: object): string {
  return `<h3>${name}</h3><pre>${escape(JSON.stringify(schema, null, 2))}</pre>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
