// Reference of the routes for people: one page without a script, made from OpenAPI.
import type { JsonSchema } from '../verbs/index.ts';
import type { OpenApi, Parameter, RestOperation } from './openapi.ts';

export function referencePage({ paths, components }: OpenApi): string {
  const routes = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} /v1${address}`,
      operation,
    })),
  );
  const groups = Map.groupBy(routes, ({ operation }) => operation.tags[0]!);
  const types = Object.entries(components.schemas);
  const inside = [
    `<p>The routes of REST, printed from the program. <a href="/v1/openapi.json">OpenAPI</a> · <a href="/docs/rest.html">How to use them</a></p>`,
    `<p>${Array.from(groups.keys(), (name) => `<a href="#${name}">${name}</a>`).join(' · ')} · <a href="#types">types</a></p>`,
    ...Array.from(
      groups,
      ([name, of]) =>
        `<h2 id="${name}">${name}</h2>${of.map(({ route, operation }) => routeText(route, operation)).join('')}`,
    ),
    `<h2 id="types">types</h2>`,
    ...types.map(([name, made]) => `<h3 id="${name}">${name}</h3>${described(made['description'])}${typeText(made)}`),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Folio: REST</title><link rel="stylesheet" href="/docs/style.css"></head>
<body><main><h1>Folio: REST</h1>
${inside.join('\n')}
</main></body></html>
`;
}

function routeText(route: string, { operationId, summary, parameters, requestBody, responses }: RestOperation): string {
  const [status, answered] = Object.entries(responses)[0] as [string, { description: string; content: Content }];
  return [
    `<h3 id="${operationId}"><code>${escaped(route)}</code></h3>${described(summary)}`,
    listOf(parameters.map((one: Parameter) => [one.name, one.schema, one.description, one.required])),
    requestBody ? `<p>Body:</p>${typeText(requestBody.content['application/json'].schema)}` : '',
    `<p>${status}, ${escaped(answered.description)}</p>${typeText(answered.content['application/json'].schema)}`,
  ].join('');
}

type Content = { 'application/json': { schema: JsonSchema } };
type Line = readonly [name: string, schema: JsonSchema, description: unknown, isRequired: boolean | undefined];

function typeText(made: JsonSchema): string {
  const { properties, required = [] } = made as { properties?: Record<string, JsonSchema>; required?: string[] };
  if (!properties) return `<p>${nameOf(made)}</p>`;
  return listOf(
    Object.entries(properties).map(([name, one]) => [name, one, one['description'], required.includes(name)]),
  );
}

function listOf(lines: readonly Line[]): string {
  if (lines.length === 0) return '';
  const items = lines.map(([name, made, description, isRequired]) => {
    const words = typeof description === 'string' ? ` ${escaped(description)}` : '';
    return `<li><code>${escaped(name)}</code> ${nameOf(made)}${isRequired ? ', required' : ''}.${words}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

interface Shape {
  $ref: string;
  anyOf: JsonSchema[];
  items: JsonSchema;
  enum: string[];
  type: string | string[];
  format: string;
}

function nameOf(made: JsonSchema): string {
  const { $ref, anyOf, items, enum: values, type, format } = made as Partial<Shape>;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!;
    return `<a href="#${name}">${name}</a>`;
  }
  if (anyOf) return anyOf.map(nameOf).join(' or ');
  if (items) return `list of ${nameOf(items)}`;
  if (values) return values.map((one) => `<code>${escaped(one)}</code>`).join(', ');
  return escaped([format ?? [type ?? 'any JSON'].flat().join(' or ')].flat().join(' '));
}

function described(text: unknown): string {
  return typeof text === 'string' ? `<p>${escaped(text)}</p>` : '';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
