import { z } from 'zod';
import { permissions } from './access/permissions.ts';
import type { CallSpec } from './call.ts';
import { clearing } from './clearing.ts';
import { calls } from './index.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  return json;
};

const accessText = (spec: CallSpec): string =>
  typeof spec.access === 'string'
    ? spec.access
    : spec.access.map((name) => `${permissions[name].id} (${permissions[name].en})`).join(' or ');

function parametersOf(spec: CallSpec): Json[] {
  const names = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  if (!spec.query) return [];
  const schema = schemaOf(spec.query, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: names.includes(name) ? 'path' : 'query',
    required: names.includes(name) || (schema.required?.includes(name) ?? false),
    schema: property,
  }));
}

const contentType = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data',
} as const;

/** The fields of a body, and of a multipart one the files. */
function bodyOf(spec: CallSpec): Json | null {
  const fields = spec.body ? schemaOf(spec.body, 'input') : null;
  if (spec.encoding !== 'multipart') return fields;
  const files = { type: 'array', items: { type: 'string', format: 'binary' } };
  return {
    type: 'object',
    ...fields,
    properties: { ...(fields?.properties as Json | undefined), file: files },
  };
}

const successOf = (spec: CallSpec): Json =>
  spec.data === 'file'
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : {
        'application/json': {
          schema: {
            type: 'object',
            required: ['Code', 'Data', 'Message'],
            properties: { Code: { const: 200 }, Data: schemaOf(spec.data, 'output'), Message: { type: 'string' } },
          },
        },
      };

/** The whole contract as an OpenAPI 3.1 document. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, spec] of Object.entries(calls) as [string, CallSpec][]) {
    const body = bodyOf(spec);
    const path = `/api${spec.path}`;
    paths[path] ??= {};
    paths[path][spec.method.toLowerCase()] = {
      operationId: name,
      summary: `${spec.summary.en} · ${spec.summary.zh}`,
      description: `Access: ${accessText(spec)}. Effect: ${spec.effect}.${spec.identity ? ' Needs proof of identity within the last five minutes.' : ''}${spec.perMinute ? ` At most ${spec.perMinute} a minute from one network.` : ''}`,
      parameters: parametersOf(spec),
      ...(body ? { requestBody: { content: { [contentType[spec.encoding ?? 'form']]: { schema: body } } } } : {}),
      responses: {
        200: { description: 'Success', content: successOf(spec) },
        default: {
          description:
            'A refusal: the same envelope; HTTP status equals Code (history queries are refused with status 400 and Code 500); Message in the language of the `language` header.',
        },
      },
      ...(spec.access === 'public' ? { security: [] } : {}),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Watchpost',
      version: '0.1.0',
      description: `Every call of the platform, made from the contract table. An optional field that is empty or null is not set; with the header \`${clearing.header}: ${clearing.value}\` a write clears what may be empty.`,
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}
